import type { JsonValue, Schema } from './types.ts';

/** A point in time, seen from the time of the request. */
export interface FromNow {
  readonly seconds: number;
  /** Unit in which the field counts from 1970. */
  readonly unit: 'seconds' | 'milliseconds';
}

/**
 * Where the example of a point in time is, seen from now (`x-from-now`); nothing for a field that holds none, and for a
 * value that is no example: somebody chose it.
 * @param schema with all its parts merged
 */
export function fromNow(schema: Schema, value: JsonValue): FromNow | undefined {
  const { 'x-from-now': seconds, 'x-unit': unit, examples = [] } = schema;
  if (seconds === undefined || !examples.includes(value)) return undefined;
  return { seconds, unit: unit === 'milliseconds' ? unit : 'seconds' };
}

/**
 * The point in time that takes the place of an example, in the unit of its field; see {@link fromNow}.
 * @param now milliseconds since 1970
 */
export function exampleMoment(
  schema: Schema,
  value: JsonValue,
  now: number | undefined,
): number | undefined {
  const found = now === undefined ? undefined : fromNow(schema, value);
  if (now === undefined || found === undefined) return undefined;
  const time = now + found.seconds * 1000;
  return found.unit === 'milliseconds' ? time : Math.floor(time / 1000);
}
