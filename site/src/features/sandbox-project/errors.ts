import type { ApiResponse, Failure, Outcome } from '../../requests/outcome';
import type { SandboxHome } from '../../requests/values-choice';

/** Outcomes of a request to the sandbox's project endpoints. */
type SandboxErrorKind =
  | 'offline'
  | 'unreachable'
  | 'absent'
  | 'away'
  | 'ended'
  | 'full'
  | 'conflict'
  | 'key'
  | 'rejected'
  | 'broken'
  | 'worker';

/** Why there is no project: `message` describes the error, `hint` what to do. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';

  constructor(
    readonly kind: SandboxErrorKind,
    readonly title: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

const sandboxError = (kind: SandboxErrorKind, title: string) => (message: string, hint: string) =>
  new SandboxError(kind, title, message, hint);

/** Formats the time to wait. @param seconds header `Retry-After`, if any */
function waitText(seconds: string | null): string {
  const wait = Number(seconds ?? '');
  if (!Number.isFinite(wait) || wait <= 0) return 'later';
  return wait < 90 ? `in ${Math.ceil(wait)} seconds` : `in ${Math.ceil(wait / 60)} minutes`;
}

export const sandboxErrors = {
  offline: () =>
    sandboxError('offline', 'This browser is offline')(
      'The request was not sent.',
      'Check your network connection and try again, or use the sandbox in this browser.',
    ),
  unreachable: (host: string) =>
    sandboxError('unreachable', 'Could not connect to the sandbox')(
      `${host} did not respond.`,
      'Try again in a few seconds. Until then, choose a platform server, or copy a code sample and run it.',
    ),
  /** @param text error text of the server */
  away: (text: string) =>
    sandboxError('away', 'The sandbox is temporarily unavailable')(
      text,
      'The pages work without it. Until then, choose a platform server, or copy a code sample and run it.',
    ),
  absent: (host: string) =>
    sandboxError('absent', 'No sandbox on this host')(
      `${host} serves these pages without a sandbox.`,
      'Use the sandbox in this browser, run the documentation with “npm start”, or choose a platform server.',
    ),
  ended: () =>
    sandboxError('ended', 'The sandbox project has expired')(
      'Projects and their data are deleted after 24 hours without use.',
      'Start a new project.',
    ),
  /** Another project has the keys of a file. */
  conflict: (text: string) =>
    sandboxError('conflict', 'The sandbox rejected the request')(
      `${text || 'No reason given.'} (HTTP 409)`,
      'No project was changed. To replace the data of that project, enter its API key under “Import”. To use it as it is, enter its key under “Other projects and keys”.',
    ),
  /** A text that cannot be an API key. */
  notAKey: () =>
    sandboxError('key', 'This is not an API key')(
      'An API key has letters and digits, and no spaces or quotes. Nothing was sent.',
      'Copy the value of ANEDYA_API_KEY from the terminal that created the project.',
    ),
  /** A key that the reader has entered for the platform. */
  ownKey: () =>
    sandboxError('key', 'This key is for the platform')(
      'It is one of the values that you entered for the platform, which these pages never send to the sandbox. Nothing was sent.',
      'Enter the API key of a sandbox project, such as ANEDYA_API_KEY in the terminal that created it.',
    ),
  unknownKey: (host: string) =>
    sandboxError('key', 'No project has this API key')(
      `${host} has no project with this API key. The current project stays in use.`,
      'Check that it is the API key, not a connection key, and that this sandbox created it. Projects are deleted after 24 hours without use.',
    ),
  /** A project of the list. */
  knownEnded: () =>
    sandboxError('key', 'This project has expired')(
      'Its data is gone, and it is no longer in the list. The current project stays in use.',
      'Choose another project, or create a new one.',
    ),
  full: (text: string, retryAfter: string | null) =>
    sandboxError('full', 'The sandbox has no capacity for more projects')(
      text,
      `Try again ${waitText(retryAfter)}, or choose a platform server.`,
    ),
  /** A limit for the reader's network, such as that of new projects. */
  limited: (text: string, retryAfter: string | null, home: SandboxHome) =>
    sandboxError('full', 'You have reached a limit of the sandbox')(
      text,
      `Try again ${waitText(retryAfter)}${home === 'server' ? ', or use a sandbox in this browser' : ''}.`,
    ),
  rejected: (status: number, text: string) =>
    sandboxError('rejected', 'The sandbox rejected the request')(
      `${text || 'No reason given.'} (HTTP ${status})`,
      'Reload the page and try again.',
    ),
  /** Describes the rejection of a file; returns other errors unchanged. */
  notImported: (error: unknown): unknown =>
    error instanceof SandboxError && ['rejected', 'full', 'conflict', 'key'].includes(error.kind)
      ? sandboxError('rejected', 'The file was not imported')(
          error.message,
          error.kind === 'rejected'
            ? 'No project was changed. Choose a file that “Export” has saved.'
            : error.hint,
        )
      : error,
  /** The sandbox in this browser does not start. */
  inBrowser: {
    busy: () =>
      sandboxError('worker', 'Another tab uses the sandbox')(
        'A tab with another version of these pages is open in this browser.',
        'Close or reload the other tabs of this site, then try again.',
      ),
    download: () =>
      sandboxError('worker', 'The sandbox could not be loaded')(
        'Its code did not arrive.',
        'Check your network connection and try again. If the error persists, reload the page.',
      ),
    newer: () =>
      sandboxError('worker', 'These pages are older than your sandbox project')(
        'A newer version of this site has saved it, and these pages cannot open it. It is unchanged.',
        'Reload the page with a network connection, or update the offline copy.',
      ),
    store: () =>
      sandboxError('worker', 'The sandbox did not start')(
        'This browser blocks WebAssembly or storage for this site.',
        'Allow both for this site, or use a window that is not private. Then reload the page.',
      ),
    unsupported: () =>
      sandboxError('worker', 'This browser cannot run the sandbox')(
        'It runs only on pages over HTTPS or from localhost.',
        'Open this page over HTTPS, or choose a platform server.',
      ),
  },
  broken: () =>
    sandboxError('broken', 'Invalid response from the sandbox')(
      'The response has an unexpected format.',
      'Reload the page and try again. If the error persists, the server may run another version.',
    ),
} as const;

/** Failures of requests to the sandbox. */
export const sandboxFailure = {
  noProject: ({ kind: sandboxError, title, message, hint }: SandboxError): Failure => ({
    kind: 'failure',
    code: `sandbox_${sandboxError}`,
    title,
    message,
    hint,
  }),
  replaced: (): Failure => ({
    kind: 'failure',
    code: 'sandbox_replaced',
    title: 'The sandbox project had expired',
    message: 'It was replaced by a new project, and its data is gone. Your request had no effect.',
    hint: 'Check the body for ids of the expired project, or select “Reset to example”. Then send the request again.',
  }),
} as const;

/**
 * Replaces an outcome with a more specific one for the sandbox.
 * @param host host of the sandbox
 */
export function withSandboxFailures(outcome: Outcome, host: string): Outcome {
  if (outcome.kind === 'failure' && outcome.code === 'unreachable') {
    return sandboxFailure.noProject(sandboxErrors.unreachable(host));
  }
  // The sandbox always returns JSON.
  if (outcome.kind === 'response' && outcome.json === undefined && outcome.status >= 400) {
    const isAbsent = [404, 405, 501].includes(outcome.status);
    const errors = isAbsent ? sandboxErrors.absent(host) : sandboxErrors.unreachable(host);
    return sandboxFailure.noProject(errors);
  }
  return outcome;
}

/** Additional information about an error response of the sandbox. */
export interface SandboxNote {
  /** Error text of the response; undefined for documented codes. */
  readonly text: string | undefined;
  readonly hint: string;
}

function fieldOf({ json }: ApiResponse, name: string): string {
  const fields: object = typeof json === 'object' && json !== null ? json : {};
  const value: unknown = (fields as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

const hints: Readonly<Record<number, string>> = {
  502: 'The sandbox stopped while it processed this request. Check its data, then send the request again.',
  503: 'The sandbox is temporarily unavailable and did not process the request. Send it again in a few seconds.',
  404: 'It may have been deleted, or does not exist yet. “Reset” restores the sample data.',
  413: 'This is a limit of the sandbox, not of the platform. Send less data, or reset the project to free capacity.',
  429: 'This is a limit of the sandbox, not of the platform. Wait a few seconds, or reset the project to free capacity.',
};

/** How to fix an error response in the sandbox, where it differs from the platform. */
export function sandboxHint(response: ApiResponse): SandboxNote | undefined {
  const isOwn = fieldOf(response, 'reasonCode').startsWith('sandbox::');
  const hint = hints[response.status];
  if (!isOwn && hint === undefined) return undefined;
  const text = isOwn ? fieldOf(response, 'error') : undefined;
  return {
    text,
    hint: hint ?? 'This is a rule of the sandbox. See the message above.',
  };
}
