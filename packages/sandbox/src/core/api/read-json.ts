import type { JsonValue } from '@anedya-docs/openapi-model';

/** Objects and arrays that may lie in one another in a body. No documented one has more than seven. */
export const maxLevels = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const [quote, backslash] = [0x22, 0x5c];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether JSON text has more levels than a body may have. Text that is no JSON has any number. */
function isTooDeep(bytes: Uint8Array): boolean {
  let levels = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isInString) {
      // The byte after a backslash ends no string.
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (closing.has(byte)) levels -= 1;
    else if (opening.has(byte) && (levels += 1) > maxLevels) return true;
  }
  return false;
}

/** A value of JSON, or a sentence that says what is wrong with the text. */
export type JsonReading = { readonly value: JsonValue } | { readonly error: string };

/**
 * Reads JSON text (RFC 8259) from a client. Its levels are bounded before anything works its way through them: checks,
 * copies and `JSON.stringify` recurse. Of several fields with one name, the last one counts.
 * @param what the text is, for the sentence: `body`, `payload`
 */
export function readJson(bytes: Uint8Array, what: string): JsonReading {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { error: `The ${what} is not UTF-8 text. Send a JSON object.` };
  }
  if (isTooDeep(bytes)) {
    return { error: `The ${what} has more than ${maxLevels} levels of objects and arrays.` };
  }
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return { error: `The ${what} is not valid JSON: ${reason}. Send a JSON object.` };
  }
}
