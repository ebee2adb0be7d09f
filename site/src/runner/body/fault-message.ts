import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { violationMessage } from '@anedya-docs/openapi-model/violations';

/** A keyword of JSON Schema with its value, and the value that breaks it. */
interface Breach {
  readonly keyword: string;
  readonly schema: Schema;
  readonly value: JsonValue | undefined;
}

export const undescribed = 'The documentation describes no such field';
export const tooLarge =
  'Too large to be kept exactly: whole numbers end at 9007199254740991 (2^53 − 1)';

/** A number that the editor holds as text, for JavaScript would round it. */
function isTooLarge({ type = [] }: Schema, value: JsonValue | undefined): boolean {
  const isNumeric = ['integer', 'number'].some((numeric) => [type].flat().includes(numeric));
  return isNumeric && typeof value === 'string' && /^-?\d{16,}$/.test(value.trim());
}

/**
 * What is wrong, for a reader who can change it, in the words in which the sandbox and the proxy reject it: one sentence
 * without a full stop.
 */
export function faultMessage({ keyword, schema, value }: Breach): string {
  if (keyword === 'type' && isTooLarge(schema, value)) return tooLarge;
  if (keyword === 'false') return undescribed;
  const words = violationMessage(keyword, schema);
  if (words === undefined) return `Breaks the rule "${keyword}" of the documentation`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
