import { limits } from '../limits.ts';

/**
 * The proxy's error codes and their HTTP statuses. The code is `error` in the JSON body and the value of the response header
 * `x-proxy-error`, which distinguishes the proxy's own responses from those of the platform.
 */
export const proxyErrorStatus = {
  target_invalid: 400,
  headers_invalid: 400,
  target_not_allowed: 403,
  address_not_allowed: 403,
  origin_not_allowed: 403,
  method_not_allowed: 405,
  body_too_large: 413,
  too_many_requests: 429,
  dns_failed: 502,
  connect_failed: 502,
  tls_failed: 502,
  upstream_broken: 502,
  redirect_not_followed: 502,
  response_too_large: 502,
  busy: 503,
  not_configured: 503,
  connect_timeout: 504,
  upstream_timeout: 504,
} as const;

export type ProxyErrorCode = keyof typeof proxyErrorStatus;

/** A request that the proxy rejects, or that fails on its way. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';

  /**
   * @param message what was wrong; never contains a query, a credential or a body
   * @param hint what the user can do
   * @param retryAfter whole seconds after which another request may succeed
   */
  constructor(
    readonly code: ProxyErrorCode,
    message: string,
    readonly hint: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  get status(): number {
    return proxyErrorStatus[this.code];
  }

  /** The JSON response body. */
  get body() {
    return { error: this.code, message: this.message, hint: this.hint };
  }
}

const maxHostLength = 80;

/** Makes a host safe for a message, as code: replaces characters that no host has, and truncates it. */
function displayHost(host: string): string {
  return `\`${host.replace(/[^A-Za-z0-9.:[\]_-]/g, '?').slice(0, maxHostLength)}\``;
}

const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;
const tryLater = 'Check that the host is up, then try again later.';

export const proxyErrors = {
  targetInvalid: (message: string, hint = 'Use the form /proxy/https://host/path?query.') =>
    new ProxyError('target_invalid', message, hint),
  originNotServed: (host: string) =>
    new ProxyError(
      'target_not_allowed',
      `The proxy does not forward requests to ${displayHost(host)}`,
      'Use a server from the API documents, over https and on its default port.',
    ),
  pathNotServed: (basePaths: readonly string[]) =>
    new ProxyError(
      'target_not_allowed',
      'The path is not part of the API',
      `Start the path with ${basePaths.join(' or ')}.`,
    ),
  addressNotAllowed: (host: string) =>
    new ProxyError(
      'address_not_allowed',
      `${displayHost(host)} resolves to an address outside the public internet`,
      'Check the name in your DNS. The operator can allow an internal origin in PROXY_ALLOWED_ORIGINS.',
    ),
  originNotAllowed: () =>
    new ProxyError(
      'origin_not_allowed',
      'The proxy does not accept requests from other websites',
      'Send the request from the documentation site. The operator can allow an origin in PROXY_CORS_ORIGINS.',
    ),
  methodNotAllowed: (methods: string) =>
    new ProxyError(
      'method_not_allowed',
      'No operation of the API uses this method',
      `Use ${methods}.`,
    ),
  bodyTooLarge: () =>
    new ProxyError(
      'body_too_large',
      `The request body is larger than ${limits.proxy.bodyBytes / 1000} kB`,
      'Send less data per request, or call the API from your own program.',
    ),
  headersInvalid: (message: string) =>
    new ProxyError(
      'headers_invalid',
      message,
      'Send each header once, in visible ASCII characters.',
    ),
  tooManyRequests: (retryAfter: number) =>
    new ProxyError(
      'too_many_requests',
      'Too many requests from your IP address',
      `Wait ${retryAfter} s, then try again.`,
      retryAfter,
    ),
  busy: (retryAfter: number) =>
    new ProxyError(
      'busy',
      'The proxy is busy with other requests',
      `Try again in ${retryAfter} s.`,
      retryAfter,
    ),
  notConfigured: () =>
    new ProxyError(
      'not_configured',
      'The proxy has no API documents',
      'Contact the operator of this site. The server log says what is missing.',
    ),
  dnsFailed: (host: string) =>
    new ProxyError(
      'dns_failed',
      `Could not resolve the name ${displayHost(host)}`,
      'Check the host name and your choice of server, then try again later.',
    ),
  connectFailed: (host: string) =>
    new ProxyError('connect_failed', `Could not connect to ${displayHost(host)}`, tryLater),
  connectTimeout: (host: string, limit: number) =>
    new ProxyError(
      'connect_timeout',
      `Could not connect to ${displayHost(host)} within ${seconds(limit)}`,
      tryLater,
    ),
  tlsFailed: (host: string) =>
    new ProxyError(
      'tls_failed',
      `Could not establish a TLS connection to ${displayHost(host)}: its certificate is not valid, or the handshake failed`,
      'Do not send credentials to this host, and report the problem to its operator.',
    ),
  upstreamTimeout: (limit: number) =>
    new ProxyError(
      'upstream_timeout',
      `The request took longer than ${seconds(limit)}`,
      'Whether it took effect is unknown: check before you repeat it.',
    ),
  upstreamBroken: () =>
    new ProxyError(
      'upstream_broken',
      'The connection closed early, or the response was not valid HTTP',
      'Whether the request took effect is unknown: check before you repeat it.',
    ),
  redirectNotFollowed: () =>
    new ProxyError(
      'redirect_not_followed',
      'The response was a redirect, which the proxy does not follow',
      'Compare the path of the request with the reference.',
    ),
  responseTooLarge: () =>
    new ProxyError(
      'response_too_large',
      `The response is larger than ${limits.proxy.responseBytes / 1_000_000} MB`,
      'Request less data, with a smaller limit or time range, or call the API from your own program.',
    ),
} as const;
