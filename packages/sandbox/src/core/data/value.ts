import type { JsonValue } from '@anedya-docs/openapi-model';
import type { PointTable } from '../../store/database.ts';
import { RequestError } from '../errors.ts';
import { checkText } from '../checked-text.ts';
import { maxBytes, utf8Length } from '../text.ts';

/** The two columns that store a value. */
export type ValueColumns = Pick<PointTable, 'number' | 'json'>;

function checkStatus(text: string): void {
  checkText('value', text);
  const bytes = utf8Length(text);
  if (bytes <= maxBytes) return;
  const message = `The text of "value" has ${bytes} bytes; the maximum is ${maxBytes}. Shorten it.`;
  throw new RequestError(413, 'generic::malformedrequest', message);
}

/**
 * Returns the columns of a value, or nothing if the value does not have the type of the variable.
 * @throws RequestError `generic::malformedrequest` for text that is too long or cannot be stored
 */
export function toColumns(type: string, value: JsonValue): ValueColumns | undefined {
  if (type === 'float') {
    return typeof value === 'number' ? { number: value, json: null } : undefined;
  }
  if (type === 'status') {
    if (typeof value !== 'string') return undefined;
    checkStatus(value);
    return { number: null, json: JSON.stringify(value) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // A position has two documented numbers; other fields are not stored.
  const { lat, long } = value;
  if (typeof lat !== 'number' || typeof long !== 'number') return undefined;
  return { number: null, json: JSON.stringify({ lat, long }) };
}

/** Returns the value of the columns. */
export function toValue({ number, json }: ValueColumns): JsonValue {
  return number ?? (JSON.parse(json ?? 'null') as JsonValue);
}
