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
export function isText(text: string): boolean {
  return !notText.test(text);
}

/** Whether a text can be part of a key in the store. Nothing is stored under one that cannot. */
export function isStorable(text: string): boolean {
  return isText(text) && utf8Length(text) <= maxBytes;
}
