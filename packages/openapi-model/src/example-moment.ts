import type { JsonValue, Schema } from './types.ts';

/**
 * The point in time that takes the place of an example, in the unit of its field; nothing for a field that holds none, and
 * for a value that is no example: somebody chose it.
 * @param schema with all its parts merged
 * @param now milliseconds since 1970
 */
export function exampleMoment(
  schema: Schema,
  value: JsonValue,
  now: number | undefined,
): number | undefined {
  const { 'x-from-now': seconds, 'x-unit': unit, examples = [] } = schema;
  if (now === undefined || seconds === undefined || !examples.includes(value)) return undefined;
  const moment = now + seconds * 1000;
  return unit === 'milliseconds' ? moment : Math.floor(moment / 1000);
}
