import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';

/**
 * Distinguishes timestamps from durations: Unix timestamps have exceeded this value since September 2001, and durations of
 * these APIs never do.
 */
const minTimestamp = 1e9;

const isTimestamp = (value: JsonValue | undefined) =>
  typeof value === 'number' && value >= minTimestamp;

/**
 * Milliseconds per unit of a timestamp field; undefined for a duration or any other field.
 * @param example value of the field in the example body
 */
export function timestampUnit(schema: Schema, example: JsonValue | undefined): number | undefined {
  const { 'x-unit': unit, examples = [] } = mergeSchema(schema);
  if (unit === undefined || ![example, ...examples].some(isTimestamp)) return undefined;
  return unit === 'milliseconds' ? 1 : 1000;
}

const durationUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Formats a duration: `1 hour`, `365 days`. */
function durationText(seconds: number): string {
  const [name, length] = durationUnits.find(([, size]) => seconds % size === 0) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/**
 * The timestamp that the form offers for a field: now, or now plus `x-from-now`. A command that expires now is rejected,
 * and a range that starts now is empty.
 * @returns the label of the button, and the offset from now in milliseconds
 */
export function timestampChoice(schema: Schema): {
  readonly label: string;
  readonly offset: number;
} {
  const seconds = mergeSchema(schema)['x-from-now'] ?? 0;
  const offset = seconds * 1000;
  if (seconds === 0) return { label: 'Now', offset };
  const duration = durationText(Math.abs(seconds));
  return { label: seconds > 0 ? `In ${duration}` : `${duration} ago`, offset };
}

/** Converts milliseconds to the unit of a field. */
export const toTimestamp = (milliseconds: number, unit: number): number =>
  Math.floor(milliseconds / unit);

/**
 * Formats a timestamp, `2026-01-31 12:00:00 UTC`. Returns undefined for one outside the range of `Date`, and for 0, which
 * stands for the server time in fields that accept it.
 */
export function utcText(timestamp: JsonValue | undefined, unit: number): string | undefined {
  if (typeof timestamp !== 'number' || timestamp === 0) return undefined;
  const date = new Date(timestamp * unit);
  if (Number.isNaN(date.getTime())) return undefined;
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, ' UTC');
}
