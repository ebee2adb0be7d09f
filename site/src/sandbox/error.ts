/** What a call of the sandbox's projects can come to. */
export type SandboxFault =
  'offline' | 'unreachable' | 'absent' | 'away' | 'ended' | 'full' | 'refused' | 'broken';

/** Why there is no project to work with: `message` says what was wrong, `hint` what to do. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';

  constructor(
    readonly fault: SandboxFault,
    readonly title: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

const fault = (kind: SandboxFault, title: string) => (message: string, hint: string) =>
  new SandboxError(kind, title, message, hint);

/** How long a refused caller has to wait, in words. @param seconds header `Retry-After`; nothing when there is none */
function waitText(seconds: string | null): string {
  const wait = Number(seconds ?? '');
  if (!Number.isFinite(wait) || wait <= 0) return 'in a while';
  return wait < 90 ? `in ${Math.ceil(wait)} seconds` : `in ${Math.ceil(wait / 60)} minutes`;
}

export const sandboxErrors = {
  offline: () =>
    fault('offline', 'This browser is offline')(
      'The sandbox was not asked.',
      'Check the network connection, then try again.',
    ),
  unreachable: (host: string) =>
    fault('unreachable', 'The sandbox cannot be reached')(
      `Nothing answered at ${host}.`,
      'Try again in a moment. Until then, choose a server of the platform, or copy a sample and run it.',
    ),
  /** @param text of its server */
  away: (text: string) =>
    fault('away', 'The sandbox does not take requests now')(
      text,
      'The pages work without it. Until then, choose a server of the platform, or copy a sample and run it.',
    ),
  absent: (host: string) =>
    fault('absent', 'There is no sandbox here')(
      `${host} serves these pages, but no sandbox.`,
      'Run the documentation with `npm start`, which brings the sandbox along, or choose a server of the platform.',
    ),
  ended: () =>
    fault('ended', 'The sandbox project has ended')(
      'Projects end when nobody uses them for 24 hours, and what they hold ends with them.',
      'Start a new project.',
    ),
  full: (text: string, retryAfter: string | null) =>
    fault('full', 'The sandbox takes no more projects now')(
      text,
      `Try again ${waitText(retryAfter)}, or choose a server of the platform.`,
    ),
  refused: (status: number, text: string) =>
    fault('refused', 'The sandbox refused')(
      `${text || 'It did not say why.'} (status ${status})`,
      'Reload the page, then try again.',
    ),
  broken: () =>
    fault('broken', 'The sandbox’s answer cannot be read')(
      'It is not what this page expects of a sandbox.',
      'Reload the page, then try again. If it stays so, the server may be of another version.',
    ),
} as const;
