import type { JsonValue } from '@anedya-docs/openapi-model';
import { CallError } from '../call-error.ts';
import { utf8Length } from '../data/storable-text.ts';
import { limits } from '../limits.ts';

/** Base64 with padding (RFC 4648, 4). */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function invalidType(type: string, hint: string): CallError {
  return new CallError(400, 'vs::invalidtype', `"value" is not of type ${type}: send ${hint}.`);
}

function textLength(text: string): number {
  const bytes = utf8Length(text);
  const { text: max } = limits.values;
  if (bytes <= max) return bytes;
  const message = `The text in "value" has ${bytes} bytes; this sandbox takes up to ${max}.`;
  throw new CallError(413, 'vs::invalidrequest', message);
}

/**
 * Bytes of a value: 8 for a number, 1 for a boolean, those in UTF-8 for a text, the decoded ones for base64 text.
 * @throws CallError `vs::invalidtype` when the value is not of the type, `vs::invalidrequest` when it is too long
 */
export function valueSize(type: string, value: JsonValue): number {
  if (type === 'float') {
    if (typeof value !== 'number') throw invalidType(type, 'a JSON number');
    return 8;
  }
  if (type === 'boolean') {
    if (typeof value !== 'boolean') throw invalidType(type, 'true or false');
    return 1;
  }
  if (typeof value !== 'string') throw invalidType(type, 'text');
  const length = textLength(value);
  if (type === 'string') return length;
  if (!isBase64(value)) throw invalidType(type, 'base64 text with its padding');
  const padding = value.length - value.replace(/=+$/, '').length;
  return (length / 4) * 3 - padding;
}
