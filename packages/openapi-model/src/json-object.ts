import type { JsonValue } from './schema.ts';

/** An object of JSON. */
export type JsonObject = Record<string, JsonValue>;

/** True for an object that is neither `null` nor an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject;
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isJsonObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
