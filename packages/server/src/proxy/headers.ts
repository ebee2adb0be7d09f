import { proxyErrors } from './errors.ts';

/** Tab, space and visible characters: a field value (RFC 9110, 5.5) without `obs-text`, which programs decode differently. */
const fieldValue = /^[\t\x20-\x7e]*$/;

/** Names that a `Connection` header declares hop-by-hop (RFC 9110, 7.6.1), in lower case. */
function connectionOptions(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase()));
}

/**
 * Selects the request headers to forward. Only headers of the policy are, so cookies, origin, referrer, forwarding and
 * hop-by-hop headers are dropped. Asks for a response without content coding, so that the size limit applies to the decoded
 * text and no small response can expand into a huge one.
 * @param rawHeaders alternating names and values, as Node provides them; the joined form drops duplicates silently
 * @param allowed names in lower case
 * @throws ProxyError `headers_invalid` when a header to forward is repeated, is declared hop-by-hop, or has a value outside
 * visible ASCII
 */
export function forwardedHeaders(
  rawHeaders: readonly string[],
  allowed: ReadonlySet<string>,
): Record<string, string> {
  const result = new Map<string, string>();
  const connection: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = rawHeaders[at + 1] ?? '';
    if (name === 'connection') connection.push(value);
    if (!allowed.has(name)) continue;
    if (result.has(name)) {
      throw proxyErrors.headersInvalid(`The request has more than one ${name} header`);
    }
    if (!fieldValue.test(value)) {
      throw proxyErrors.headersInvalid(`The header ${name} has characters outside visible ASCII`);
    }
    result.set(name, value);
  }
  const hopByHop = connectionOptions(connection).find((name) => result.has(name));
  if (hopByHop !== undefined) {
    throw proxyErrors.headersInvalid(
      `The Connection header declares ${hopByHop} hop-by-hop, so it cannot be forwarded`,
    );
  }
  return { ...Object.fromEntries(result), 'accept-encoding': 'identity' };
}

/** Response headers of the platform that the client receives; never cookies, policies or hop-by-hop headers. */
export const returnedNames = [
  'content-type',
  'content-language',
  'content-length',
  'date',
  'retry-after',
];

/** Names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Selects the response headers to return. One that is repeated or outside visible ASCII is dropped. */
export function returnedHeaders(headers: ResponseHeaders): Record<string, string> {
  return Object.fromEntries(
    returnedNames.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' && fieldValue.test(value) ? [[name, value]] : [];
    }),
  );
}

/**
 * Checks the head of a response before its body is read.
 * @param maxBytes longest body
 * @throws ProxyError `redirect_not_followed`, `response_too_large`, or `upstream_broken` for an invalid status and for a
 * content coding, because the request asked for none
 */
export function checkResponseHead(
  status: number,
  headers: ResponseHeaders,
  maxBytes: number,
): void {
  if (status >= 300 && status < 400) throw proxyErrors.redirectNotFollowed();
  if (status < 200 || status > 599) throw proxyErrors.upstreamBroken();
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw proxyErrors.responseTooLarge();
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') throw proxyErrors.upstreamBroken();
}
