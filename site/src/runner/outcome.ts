import type { JsonValue } from '@anedya-docs/openapi-model';

/** What came back from the platform, whether it worked or not. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly statusText: string;
  /** Lower-case names, sorted. */
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  /** The text as JSON; nothing when it is not JSON. */
  readonly json: JsonValue | undefined;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Why no answer came, told so that the reader can act. */
export interface Failure {
  readonly kind: 'failure';
  /** A code of this page or of the proxy. */
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly hint: string;
}

/** The reader took the call back. */
interface Cancelled {
  readonly kind: 'cancelled';
}

export type Outcome = Answer | Failure | Cancelled;

/** Titles of what the proxy answers instead of the platform; `packages/server/src/proxy` says more. */
const proxyTitles: Readonly<Record<string, string>> = {
  dns_failed: 'The server’s name was not found',
  connect_failed: 'No connection to the server',
  connect_timeout: 'No connection in time',
  tls_failed: 'No secure connection to the server',
  upstream_timeout: 'No answer in time',
  upstream_broken: 'The answer broke off',
  redirect_not_followed: 'The server answered with a redirect',
  response_too_large: 'The answer is too large',
  body_too_large: 'The request is too large',
  too_many_requests: 'Too many calls',
  busy: 'The proxy is busy',
};

function ofProxy(body: unknown): { message?: string; hint?: string } {
  if (typeof body !== 'object' || body === null) return {};
  const { message, hint } = body as { message?: unknown; hint?: unknown };
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof hint === 'string' && { hint }),
  };
}

/**
 * A refusal or a failure that the proxy reports.
 * @param code header `x-proxy-error`
 * @param body parsed answer of the proxy
 */
export function proxyFailure(code: string, body: unknown): Failure {
  const { message = 'The proxy did not say why.', hint = '' } = ofProxy(body);
  const title = proxyTitles[code] ?? 'The proxy refused the call';
  return { kind: 'failure', code, title, message, hint };
}

const failure = (code: string, title: string, message: string, hint: string): Failure => ({
  kind: 'failure',
  code,
  title,
  message,
  hint,
});

/** Failures that the page itself sees. */
export const failures = {
  offline: () =>
    failure(
      'offline',
      'This browser is offline',
      'The call has not left this browser.',
      'Check the network connection, then send again. Your values are still here.',
    ),
  proxyUnreachable: (proxy: string) =>
    failure(
      'proxy_unreachable',
      'The proxy of this site cannot be reached',
      `Calls of this page go through ${proxy}, and no proxy answered there.`,
      'Send again in a moment. On a host that serves files only there is no proxy: copy a sample and run it instead.',
    ),
  unreachable: (server: string) =>
    failure(
      'unreachable',
      'The server cannot be reached from this page',
      `${server} did not answer, or did not let this page read its answer (CORS).`,
      'Copy a sample and run it: programs outside a browser need no permission to read an answer.',
    ),
  timeOut: (seconds: number) =>
    failure(
      'time_out',
      'No answer in time',
      `Nothing came back within ${seconds} seconds.`,
      'Send again. If it happens each time, ask for less data at once.',
    ),
  tooLarge: (megabytes: number) =>
    failure(
      'too_large',
      'The answer is too large',
      `The answer has more than ${megabytes} MB, which is the most this page shows.`,
      'Ask for less: a shorter time range, or a smaller `limit`.',
    ),
  interrupted: () =>
    failure(
      'interrupted',
      'The answer broke off',
      'The connection ended before the answer was complete. An answer above 5 MB is cut off, too.',
      'Send again, or ask for less data at once.',
    ),
  notSigned: (reason: string) =>
    failure(
      'not_signed',
      'The request could not be signed',
      reason,
      'Open this page over HTTPS, or use an API key.',
    ),
  badCredential: (name: string, reason: string) =>
    failure(
      'bad_credential',
      `This ${name} cannot be sent`,
      reason,
      'Correct it above, then send again.',
    ),
} as const;
