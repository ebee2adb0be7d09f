import type { JsonValue } from './types.ts';

/** An object of JSON. */
export type JsonObject = Record<string, JsonValue>;

/** Keys and indexes from the root of a document down to a value. */
export type Path = readonly (string | number)[];

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
