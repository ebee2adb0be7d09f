import type { Answer, Failure, Outcome } from '../runner/outcome';

/** What a call of the sandbox's projects can come to. */
type SandboxFault =
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

/** Failures of calls to the sandbox, told apart. */
export const sandboxFailure = {
  noProject: ({ fault, title, message, hint }: SandboxError): Failure => ({
    kind: 'failure',
    code: `sandbox_${fault}`,
    title,
    message,
    hint,
  }),
  replaced: (): Failure => ({
    kind: 'failure',
    code: 'sandbox_replaced',
    title: 'The sandbox project had ended',
    message: 'A new one has taken its place; what the former one held is gone. Nothing was done.',
    hint: 'See whether your body names ids of the former project, or press “Reset to the example”; then send again.',
  }),
} as const;

/**
 * An outcome with the sandbox's own reasons in the place of those that hold for any server.
 * @param host of the sandbox
 */
export function withSandboxFailures(outcome: Outcome, host: string): Outcome {
  if (outcome.kind === 'failure' && outcome.code === 'unreachable') {
    return sandboxFailure.noProject(sandboxErrors.unreachable(host));
  }
  // The sandbox always answers in JSON.
  if (outcome.kind === 'answer' && outcome.json === undefined && outcome.status >= 400) {
    const isAbsent = [404, 405, 501].includes(outcome.status);
    const errors = isAbsent ? sandboxErrors.absent(host) : sandboxErrors.unreachable(host);
    return sandboxFailure.noProject(errors);
  }
  return outcome;
}

/** What the sandbox adds to an answer that did not work. */
export interface SandboxNote {
  /** In the answer's own words; nothing when the documents know the code. */
  readonly text: string | undefined;
  readonly hint: string;
}

function fieldOf({ json }: Answer, name: string): string {
  const fields: object = typeof json === 'object' && json !== null ? json : {};
  const value: unknown = (fields as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

const hints: Readonly<Record<number, string>> = {
  502: 'The sandbox stopped while it handled this call. See what it holds, then send the call again.',
  503: 'The sandbox is away for now, and the call was not carried out. Send it again in a moment.',
  404: 'A call of yours may have deleted it, or nothing has made it yet. “Reset” fills the project anew.',
  413: 'This is a bound of the sandbox, not of the platform. Send less at once, or “Reset” the project to make room.',
  429: 'This is a bound of the sandbox, not of the platform. “Reset” the project to make room, or wait a moment.',
};

/** What to do in the sandbox about an answer, where it differs from the platform. */
export function sandboxNote(answer: Answer): SandboxNote | undefined {
  const isOwn = fieldOf(answer, 'reasonCode').startsWith('sandbox::');
  const hint = hints[answer.status];
  if (!isOwn && hint === undefined) return undefined;
  const text = isOwn ? fieldOf(answer, 'error') : undefined;
  return {
    text,
    hint: hint ?? 'This is a rule of the sandbox; the text above says what it needs.',
  };
}
