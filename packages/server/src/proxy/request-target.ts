/** Scheme and authority of a request target in absolute form (RFC 9112, 3.2.2). */
const authorityOfRequest = /^https?:\/\/[^/?#]*/i;

/** Path below which every path is a target of the proxy; starts and ends with a slash. */
export const proxyPrefix = (basePath: string): string => `${basePath}proxy/`;

/**
 * What follows the proxy's prefix in a request target, untouched: a router would decode it and mend its slashes.
 * @param requestTarget as it stands in the request line
 * @returns undefined when the request is not for the proxy
 */
export function proxiedPart(requestTarget: string, prefix: string): string | undefined {
  const origin = requestTarget.replace(authorityOfRequest, '');
  return origin.startsWith(prefix) ? origin.slice(prefix.length) : undefined;
}
