import { faults } from './faults.ts';

/** Tab, space and visible characters: a field value (RFC 9110, 5.5) without `obs-text`, which programs decode differently. */
const fieldValue = /^[\t\x20-\x7e]*$/;

/** Names that a `Connection` header declares to be for this hop alone (RFC 9110, 7.6.1), in lower case. */
function connectionOptions(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase()));
}

/**
 * Picks the headers of a request that go on: only those of the policy, so that cookies, origin, referrer, forwarding and
 * hop-by-hop headers stay behind. Answers are asked for without a content coding, so that the bound of an answer is that
 * of its text and no small answer unpacks into a huge one.
 * @param rawHeaders names and values in turns, as Node gives them; its joined form drops repeated ones silently
 * @param allowed names in lower case
 * @throws ProxyFault `headers_invalid` when a header that goes on is repeated, is declared to be for one hop, or has a
 * value outside visible ASCII
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
    if (result.has(name)) throw faults.headersInvalid(`The header ${name} is sent twice`);
    if (!fieldValue.test(value)) {
      throw faults.headersInvalid(`The header ${name} has characters outside visible ASCII`);
    }
    result.set(name, value);
  }
  const hop = connectionOptions(connection).find((name) => result.has(name));
  if (hop !== undefined) {
    throw faults.headersInvalid(`The header Connection declares ${hop} to be for one hop alone`);
  }
  return { ...Object.fromEntries(result), 'accept-encoding': 'identity' };
}
