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
