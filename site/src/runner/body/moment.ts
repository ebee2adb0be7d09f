import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';

/** Durations of these APIs are far below; moments, in seconds since 1970, have been beyond since September 2001. */
const leastMoment = 1e9;

const isMoment = (value: JsonValue | undefined) =>
  typeof value === 'number' && value >= leastMoment;

/**
 * Milliseconds in the unit of a field that holds a point in time; nothing for a duration or any other field.
 * @param example the field's value in the example of the body
 */
export function momentUnit(schema: Schema, example: JsonValue | undefined): number | undefined {
  const { 'x-unit': unit, examples = [] } = mergeSchema(schema);
  if (unit === undefined || ![example, ...examples].some(isMoment)) return undefined;
  return unit === 'milliseconds' ? 1 : 1000;
}

const lengths = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Seconds as readers say them: `1 hour`, `365 days`. */
function durationText(seconds: number): string {
  const [name, length] = lengths.find(([, size]) => seconds % size === 0) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/**
 * The point in time that a form offers for a field: now, or as far from it as the field's example (`x-from-now`). A command
 * that expires now is rejected, and a range that begins now is empty.
 * @returns its label, and its distance from now in milliseconds
 */
export function momentChoice(schema: Schema): { readonly label: string; readonly offset: number } {
  const seconds = mergeSchema(schema)['x-from-now'] ?? 0;
  const offset = seconds * 1000;
  if (seconds === 0) return { label: 'Now', offset };
  const duration = durationText(Math.abs(seconds));
  return { label: seconds > 0 ? `In ${duration}` : `${duration} ago`, offset };
}

/** A moment in a field's unit. */
export const momentOf = (milliseconds: number, unit: number): number =>
  Math.floor(milliseconds / unit);

/**
 * A moment as readers say it, `2026-01-31 12:00:00 UTC`; nothing for one that no calendar has, and for 0: where a field
 * takes it, it stands for the time of the server, as the field's description says.
 */
export function utcText(moment: JsonValue | undefined, unit: number): string | undefined {
  if (typeof moment !== 'number' || moment === 0) return undefined;
  const date = new Date(moment * unit);
  if (Number.isNaN(date.getTime())) return undefined;
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, ' UTC');
}
