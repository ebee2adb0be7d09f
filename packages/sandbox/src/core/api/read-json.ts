import type { JsonValue } from '@anedya-docs/openapi-model';

/** Maximum nesting of objects and arrays in a body. Documented bodies have at most seven levels. */
export const maxLevels = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const [quote, backslash] = [0x22, 0x5c];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether JSON text exceeds the maximum nesting. The result is arbitrary for text that is not JSON. */
function isTooDeep(bytes: Uint8Array): boolean {
  let levels = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isInString) {
      // An escaped character does not end the string.
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (closing.has(byte)) levels -= 1;
    else if (opening.has(byte) && (levels += 1) > maxLevels) return true;
  }
  return false;
}

/** A JSON value, or a sentence that says why the text is invalid. */
type JsonReading = { readonly value: JsonValue } | { readonly error: string };

/**
 * Parses JSON text (RFC 8259) from a client. The nesting is limited first, because validation, copies and `JSON.stringify`
 * are recursive. If a name occurs more than once, the last value is used.
 * @param what name of the text in error messages: `body`, `payload`
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
