type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Error when the value at this place is no object */
export function record(value: unknown, place: string): JsonObject {
  if (!isObject(value)) throw new Error(`${place}: expected an object`);
  return value;
}

/** @throws Error when the value at this place is no array */
export function list(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${place}: expected a list`);
  return value;
}

/** @throws Error when the value at this place is no text, or an empty one */
export function text(value: unknown, place: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`${place}: expected a text`);
  return value;
}

/** Follows keys into a value; undefined where one is missing. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}
