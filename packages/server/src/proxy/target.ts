import { limits } from '../limits.ts';
import { proxyErrors } from './errors.ts';
import type { Policy } from './policy.ts';

/** Scheme and authority of a request target in absolute form (RFC 9112, 3.2.2). */
const requestAuthority = /^https?:\/\/[^/?#]*/i;

/** Path prefix of all proxy requests; starts and ends with a slash. */
export const proxyPrefix = (basePath: string): string => `${basePath}proxy/`;

/**
 * Returns the part of a request target after the proxy's prefix, unchanged: a router would decode it and merge its slashes.
 * @param requestTarget as received in the request line
 * @returns undefined when the request is not for the proxy
 */
export function proxiedPart(requestTarget: string, prefix: string): string | undefined {
  const originForm = requestTarget.replace(requestAuthority, '');
  return originForm.startsWith(prefix) ? originForm.slice(prefix.length) : undefined;
}

const absoluteUrl = /^https?:\/\/([^/?#]*)(\/[^?#]*)?(?:\?[^#]*)?$/i;
const validAuthority = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[1-9]\d{0,4})?$/i;
/** Escapes of dot, slash, backslash, percent and control characters: hosts disagree on when to decode them. */
const ambiguousEscape = /%(?:2[ef5]|5c|[01][0-9a-f]|7f|(?![0-9a-f]{2}))/i;
/** Dot segments, including those with a path parameter, which some hosts remove first. */
const dotSegment = /\/\.{1,2}(?:[/;]|$)/;

/**
 * Parses the absolute URL to forward a request to. It must already be in the normal form of the WHATWG URL standard: a
 * host or path that two programs could read differently is rejected rather than normalized.
 * @throws ProxyError `target_invalid`
 */
export function parseTarget(text: string): URL {
  if (text.length > limits.proxy.targetLength) {
    throw proxyErrors.targetInvalid(
      `The target URL is longer than ${limits.proxy.targetLength} characters`,
      'Shorten its query.',
    );
  }
  if (/[^\x21-\x7e]|\\/.test(text)) {
    throw proxyErrors.targetInvalid(
      'The target contains characters that a URL cannot have',
      'Percent-encode them.',
    );
  }
  const parts = absoluteUrl.exec(text);
  if (!parts) {
    const merged = /^https?:\/[^/]/i.test(text);
    throw merged
      ? proxyErrors.targetInvalid(
          'The target has only one slash after its scheme',
          'A reverse proxy in front of this server merges slashes: ask its operator to leave paths unchanged.',
        )
      : proxyErrors.targetInvalid('The target is not an absolute http or https URL');
  }
  const [, host = '', path = '/'] = parts;
  if (host.includes('@')) {
    throw proxyErrors.targetInvalid(
      'The target has a user name or password in its URL',
      'Send credentials in the headers that the reference names, never in the URL.',
    );
  }
  if (!validAuthority.test(host) || !URL.canParse(text)) {
    throw proxyErrors.targetInvalid('The target has no valid host and port');
  }
  const url = new URL(text);
  if (url.pathname !== path || ambiguousEscape.test(path) || dotSegment.test(path)) {
    throw proxyErrors.targetInvalid(
      'The path of the target is ambiguous',
      'Write the path without dot segments and without escaped dots, slashes and percent signs.',
    );
  }
  return url;
}

/**
 * Checks that the proxy may forward to a URL.
 * @throws ProxyError `target_not_allowed`
 */
export function checkTarget(url: URL, { destinations }: Policy): void {
  const destination = destinations.get(url.origin);
  if (!destination) throw proxyErrors.originNotServed(url.host);
  const { basePaths } = destination;
  if (!basePaths.some((basePath) => url.pathname.startsWith(basePath))) {
    throw proxyErrors.pathNotServed(basePaths);
  }
}
