import type { JsonValue } from '@anedya-docs/openapi-model';
import type { PointTable } from '../../store/database.ts';
import { CallError } from '../errors.ts';
import { checkText, maxBytes, utf8Length } from '../text.ts';

/** The two columns that a value is kept in. */
export type ValueColumns = Pick<PointTable, 'number' | 'json'>;

function checkStatus(text: string): void {
  checkText('value', text);
  const bytes = utf8Length(text);
  if (bytes <= maxBytes) return;
  const message = `The text of "value" has ${bytes} bytes; the most are ${maxBytes}. Shorten it.`;
  throw new CallError(413, 'generic::malformedrequest', message);
}

/**
 * Columns of a value, or nothing when it does not have the type of the variable.
 * @throws CallError `generic::malformedrequest` for a text that is too long or that no store keeps
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
  // Of a position two numbers are documented; whatever else a device sends with them is not kept.
  const { lat, long } = value;
  if (typeof lat !== 'number' || typeof long !== 'number') return undefined;
  return { number: null, json: JSON.stringify({ lat, long }) };
}

/** The value that the columns hold. */
export function toValue({ number, json }: ValueColumns): JsonValue {
  return number ?? (JSON.parse(json ?? 'null') as JsonValue);
}
