import type { JsonValue } from '@anedya-docs/openapi-model';

/** A response of the API, successful or not. */
export interface ApiResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly statusText: string;
  /** Lowercase names, sorted. */
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  /** The parsed text; undefined when it is not JSON. */
  readonly json: JsonValue | undefined;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Why there is no response, and what to do. */
export interface Failure {
  readonly kind: 'failure';
  /** Error code of this page or of the proxy. */
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly hint: string;
}

/** The user canceled the request. */
interface Canceled {
  readonly kind: 'canceled';
}

export type Outcome = ApiResponse | Failure | Canceled;

/** Titles of proxy errors (`packages/server/src/proxy`). */
const proxyTitles: Readonly<Record<string, string>> = {
  dns_failed: 'Server name not found',
  connect_failed: 'Could not connect to the server',
  connect_timeout: 'Connection timed out',
  tls_failed: 'TLS connection failed',
  upstream_timeout: 'Response timed out',
  upstream_broken: 'Response interrupted',
  redirect_not_followed: 'The server sent a redirect',
  response_too_large: 'The response is too large',
  body_too_large: 'The request is too large',
  too_many_requests: 'Too many requests',
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
 * Describes an error that the proxy reports.
 * @param code header `x-proxy-error`
 * @param body parsed response body
 */
export function proxyFailure(code: string, body: unknown): Failure {
  const { message = 'The proxy gave no reason.', hint = '' } = ofProxy(body);
  const title = proxyTitles[code] ?? 'The proxy rejected the request';
  // The proxy's messages have no period; on a page they are sentences.
  return { kind: 'failure', code, title, message: message.replace(/[^.]$/, '$&.'), hint };
}

const failure = (code: string, title: string, message: string, hint: string): Failure => ({
  kind: 'failure',
  code,
  title,
  message,
  hint,
});

/** Failures that the page detects. */
export const failures = {
  offline: () =>
    failure(
      'offline',
      'This browser is offline',
      'The request was not sent.',
      'Check your network connection and send the request again.',
    ),
  proxyUnreachable: (proxy: string) =>
    failure(
      'proxy_unreachable',
      'Could not connect to the proxy of this site',
      `Requests from this page go through ${proxy}, where no proxy responded.`,
      'Wait a few seconds and send the request again. A static host has no proxy: copy a code sample and run it instead.',
    ),
  unreachable: (server: string) =>
    failure(
      'unreachable',
      'Could not connect to the server from this page',
      `${server} did not respond, or did not allow this page to read the response (CORS).`,
      'Copy a code sample and run it: CORS applies only to browsers.',
    ),
  timeOut: (seconds: number) =>
    failure(
      'time_out',
      'Response timed out',
      `No response within ${seconds} seconds.`,
      'Send the request again. If it keeps timing out, request less data.',
    ),
  tooLarge: (megabytes: number) =>
    failure(
      'too_large',
      'The response is too large',
      `The response exceeds ${megabytes} MB, the limit of this page.`,
      'Request less data: a shorter time range or a smaller `limit`.',
    ),
  interrupted: () =>
    failure(
      'interrupted',
      'Response interrupted',
      'The connection closed before the response was complete. Responses over 5 MB are also cut off.',
      'Send the request again, or request less data.',
    ),
  badCredential: (name: string, reason: string) =>
    failure(
      'bad_credential',
      `Invalid ${name}`,
      reason,
      'Correct it above and send the request again.',
    ),
} as const;
