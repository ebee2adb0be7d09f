import { malformed, RequestError } from './errors.ts';
import { limits } from './limits.ts';

/**
 * Returns the stored form of an id: the string form of RFC 9562, 4 in lower case, without the `urn:uuid:` that the format
 * `uuid` of JSON Schema accepts.
 */
export function canonicalUuid(text: string): string {
  return text.toLowerCase().replace(/^urn:uuid:/, '');
}

/** Returns the first characters of a text. It counts characters, not UTF-16 units, so no character is split. */
export function firstCharacters(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('');
}

/** Shortens a text of a request for a message, which would be as long as the request otherwise. */
export function excerpt(text: string, count = 100): string {
  const start = firstCharacters(text, count);
  return start === text ? text : `${start}…`;
}

/** Constant-time comparison of two secrets. */
export function constantTimeEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) {
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % Math.max(1, b.length));
  }
  return difference === 0;
}

/**
 * Maximum bytes of a text that is a key of a table or a value of a point: PostgreSQL cannot index rows above about 2,700
 * bytes, and responses with 10,000 points must fit into memory.
 */
export const maxBytes = 1000;

/** U+0000, which PostgreSQL cannot store, and unpaired surrogates, which UTF-8 cannot encode. */
const notText = /[\0\p{Surrogate}]/u;

/** Returns the length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Whether both stores can store a text unchanged. */
export function isText(text: string): boolean {
  return !notText.test(text);
}

/** Whether a text can be part of a key in the store. */
export function isStorable(text: string): boolean {
  return isText(text) && utf8Length(text) <= maxBytes;
}

/** @throws RequestError `generic::malformedrequest` for a text that cannot be stored unchanged */
export function checkText(field: string, text: string): void {
  if (isText(text)) return;
  const message = `"${field}" must be Unicode text without the character U+0000.`;
  throw malformed(message);
}

/**
 * @throws RequestError `generic::malformedrequest` for a text that cannot be a key in the store; names and descriptions have
 * the same limit
 */
export function checkKey(field: string, text: string): void {
  if (isStorable(text)) return;
  const message = `"${field}" must be Unicode text of at most 1000 bytes, without the character U+0000.`;
  throw malformed(message);
}

/**
 * Returns the JSON text of a value.
 * @throws RequestError `generic::malformedrequest` for a number that JSON text can have and a double cannot, such as 1e400
 */
export function jsonText(field: string, value: object): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'number' || Number.isFinite(part)) return part;
    throw malformed(`"${field}" has a number that is too large; the maximum is about 1.8e308.`);
  });
}

/**
 * Returns the JSON text of a value for the store.
 * @throws RequestError `generic::malformedrequest` for a number that is too large, 413 if the text is too long
 */
export function storedJson(field: string, value: object): string {
  const json = jsonText(field, value);
  const [bytes, most] = [utf8Length(json), limits.project.jsonBytes];
  if (bytes <= most) return json;
  const message = `"${field}" has ${bytes} bytes as JSON; the maximum is ${most}. Shorten it.`;
  throw new RequestError(413, 'generic::malformedrequest', message);
}
