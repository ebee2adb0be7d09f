import { limits } from '../limits.ts';
import { ProxyFault, type FaultText } from './fault.ts';
import type { FaultCode } from './fault-codes.ts';

const longestHost = 80;

/** A host for a message: only what a host name or address is made of, cut to a bounded length. */
export function shownHost(host: string): string {
  return host.replace(/[^A-Za-z0-9.:[\]_-]/g, '?').slice(0, longestHost);
}

const fault = (code: FaultCode, message: string, hint: string, more: Partial<FaultText> = {}) =>
  new ProxyFault(code, { message, hint, ...more });

const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;
const later = 'Check that the host is up, and try again later.';

/** Why a call did not go through, for the reader who made it. */
export const faults = {
  targetInvalid: (
    message: string,
    hint = 'Write the target as in /proxy/https://host/path?query.',
  ) => fault('target_invalid', message, hint),
  originNotServed: (host: string) =>
    fault(
      'target_not_allowed',
      `The proxy does not call ${shownHost(host)}`,
      'Call a server of the API documents over https, at its default port.',
    ),
  pathNotServed: (basePaths: readonly string[]) =>
    fault(
      'target_not_allowed',
      'The path is outside the API',
      `Start the path with ${basePaths.join(' or ')}.`,
    ),
  addressRefused: (host: string) =>
    fault(
      'address_refused',
      `${shownHost(host)} leads to an address outside the public internet`,
      'Check the name in your DNS; the operator can allow an inner origin in PROXY_ALLOWED_ORIGINS.',
    ),
  originNotAllowed: () =>
    fault(
      'origin_not_allowed',
      'The proxy does not work for other web pages',
      'Send the request from the documentation site; the operator can allow an origin in PROXY_CORS_ORIGINS.',
    ),
  methodNotAllowed: (methods: string) =>
    fault('method_not_allowed', 'No call of the API uses this method', `Use ${methods}.`),
  bodyTooLarge: () =>
    fault(
      'body_too_large',
      `The body is larger than ${limits.proxy.bodyBytes / 1000} kB`,
      'Send less at once, or call the API from your own program.',
    ),
  headersInvalid: (message: string) =>
    fault('headers_invalid', message, 'Send each header once, in visible ASCII characters.'),
  tooManyRequests: (retryAfter: number) =>
    fault('too_many_requests', 'Too many requests from your address', `Wait ${retryAfter} s.`, {
      retryAfter,
    }),
  busy: (retryAfter: number) =>
    fault('busy', 'The proxy is busy with other calls', `Try again in ${retryAfter} s.`, {
      retryAfter,
    }),
  notConfigured: () =>
    fault(
      'not_configured',
      'The proxy has no API documents to work by',
      'Tell the operator of this site: its log says what is missing.',
    ),
  dnsFailed: (host: string) =>
    fault('dns_failed', `The name ${shownHost(host)} could not be resolved`, later),
  connectFailed: (host: string) =>
    fault('connect_failed', `${shownHost(host)} took no connection`, later),
  connectTimeout: (host: string, limit: number) =>
    fault('connect_timeout', `No connection to ${shownHost(host)} within ${seconds(limit)}`, later),
  tlsFailed: (host: string) =>
    fault(
      'tls_failed',
      `No secure connection to ${shownHost(host)}: its certificate or its TLS is not valid`,
      'Do not send credentials there; tell the operator of that host.',
    ),
  upstreamTimeout: (limit: number) =>
    fault('upstream_timeout', `The call took longer than ${seconds(limit)}`, later),
  upstreamBroken: () =>
    fault(
      'upstream_broken',
      'The connection broke or the answer was not valid HTTP',
      'Whether the call took effect is not known: look before you repeat it.',
    ),
  redirectRefused: () =>
    fault(
      'redirect_refused',
      'The answer was a redirect, which the proxy does not follow',
      'Check the path of the call against the reference.',
    ),
  answerTooLarge: () =>
    fault(
      'answer_too_large',
      `The answer is larger than ${limits.proxy.answerBytes / 1_000_000} MB`,
      'Ask for less at once, with a smaller limit or time range, or call the API from your own program.',
    ),
} as const;
