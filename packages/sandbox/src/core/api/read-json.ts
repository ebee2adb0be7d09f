import type { JsonValue } from '@anedya-docs/openapi-model';
import { limits } from '../limits.ts';

/** Maximum nesting of objects and arrays in a body. Documented bodies have at most seven levels. */
export const maxLevels = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Nesting of JSON text, and the number of values in it. The result is arbitrary for text that is not JSON. */
function measure(bytes: Uint8Array): { readonly levels: number; readonly values: number } {
  let [depth, levels, values] = [0, 0, 1];
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isInString) {
      // An escaped character does not end the string.
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (byte === comma) values += 1;
    else if (closing.has(byte)) depth -= 1;
    else if (opening.has(byte)) {
      depth += 1;
      values += 1;
      if (depth > levels) levels = depth;
      if (depth > maxLevels) break;
    }
  }
  return { levels, values };
}

/** A JSON value, or a sentence that says why the text is invalid. */
type JsonReading = { readonly value: JsonValue } | { readonly error: string };

/**
 * Parses JSON text (RFC 8259) from a client. Its nesting and the number of its values are limited first: validation, copies and
 * `JSON.stringify` are recursive, and small values take many times the memory of their text. If a name occurs more than once,
 * the last value is used.
 * @param what name of the text in error messages: `body`, `payload`
 * @param hold called with the number of bytes that the value takes, before it is parsed
 */
export function readJson(
  bytes: Uint8Array,
  what: string,
  hold?: (bytes: number) => void,
): JsonReading {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { error: `The ${what} is not UTF-8 text. Send a JSON object.` };
  }
  const { levels, values } = measure(bytes);
  if (levels > maxLevels) {
    return { error: `The ${what} has more than ${maxLevels} levels of objects and arrays.` };
  }
  if (values > limits.bodyValues) {
    return {
      error: `The ${what} has more than ${limits.bodyValues} values. Send less per request.`,
    };
  }
  hold?.(bytes.length + values * limits.work.valueBytes);
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return { error: `The ${what} is not valid JSON: ${reason}. Send a JSON object.` };
  }
}
