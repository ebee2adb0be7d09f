import { CallError } from './errors.ts';
import { limits } from './limits.ts';

/**
 * The form that ids are stored in: what RFC 9562, 4 calls the string form, in lower case, without the `urn:uuid:` that the
 * format `uuid` of JSON Schema lets pass.
 */
export function canonicalUuid(text: string): string {
  return text.toLowerCase().replace(/^urn:uuid:/, '');
}

/** Whether two secrets are the same, in a time that does not tell how far they agree. */
export function constantTimeEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) {
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % Math.max(1, b.length));
  }
  return difference === 0;
}

/**
 * Bytes of the longest text that is a key of a table or a value of a point: PostgreSQL indexes no row above about 2,700, and
 * responses with 10,000 points have to fit into memory.
 */
export const maxBytes = 1000;

/** U+0000, which PostgreSQL does not take, and halves of surrogate pairs, which UTF-8 cannot write. */
const notText = /[\0\p{Surrogate}]/u;

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Whether both stores can keep a text as it is. */
function isText(text: string): boolean {
  return !notText.test(text);
}

/** Whether a text can be part of a key in the store. Nothing is stored under one that cannot. */
export function isStorable(text: string): boolean {
  return isText(text) && utf8Length(text) <= maxBytes;
}

/** @throws CallError `generic::malformedrequest` for a text that a store cannot keep as it is */
export function checkText(field: string, text: string): void {
  if (isText(text)) return;
  const message = `"${field}" must be Unicode text without the character U+0000.`;
  throw new CallError(400, 'generic::malformedrequest', message);
}

/** @throws CallError `generic::malformedrequest` for a text that cannot be a key in the store: names and descriptions are as short */
export function checkKey(field: string, text: string): void {
  if (isStorable(text)) return;
  const message = `"${field}" must be Unicode text of at most 1000 bytes, without the character U+0000.`;
  throw new CallError(400, 'generic::malformedrequest', message);
}

/**
 * The JSON text of a value that is stored as JSON.
 * @throws CallError 413 `generic::malformedrequest` for one that is too long
 */
export function storedJson(field: string, value: object): string {
  const json = JSON.stringify(value);
  const [bytes, most] = [utf8Length(json), limits.project.jsonBytes];
  if (bytes <= most) return json;
  const message = `"${field}" has ${bytes} bytes as JSON; the most are ${most}. Shorten it.`;
  throw new CallError(413, 'generic::malformedrequest', message);
}
