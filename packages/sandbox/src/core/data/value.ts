import type { JsonValue } from '@anedya-docs/openapi-model';
import type { PointTable } from '../../store/tables/data.ts';

/** The two columns that a value is kept in. */
export type ValueColumns = Pick<PointTable, 'number' | 'json'>;

/** Columns of a value, or nothing when it does not have the type of the variable. */
export function toColumns(type: string, value: JsonValue): ValueColumns | undefined {
  if (type === 'float') {
    return typeof value === 'number' ? { number: value, json: null } : undefined;
  }
  if (type === 'status') {
    return typeof value === 'string' ? { number: null, json: JSON.stringify(value) } : undefined;
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
