import { mergeSchema } from './fields.ts';
import type { JsonValue, Schema, ValueKind } from './schema.ts';
import { isTypedNumber } from './typed-number.ts';

/** A timestamp relative to the time of the request. */
export interface FromNow {
  readonly seconds: number;
  /** Unit of the field, a Unix timestamp. */
  readonly unit: 'seconds' | 'milliseconds';
}

/**
 * Returns the offset of an example timestamp from now (`x-from-now`); nothing for other fields, and for a value that is not
 * an example of the document, since the reader chose it.
 * @param schema merged by `mergeSchema`
 */
export function fromNow(schema: Schema, value: unknown): FromNow | undefined {
  const { 'x-from-now': seconds, 'x-unit': unit, examples = [] } = schema;
  if (seconds === undefined || !(examples as readonly unknown[]).includes(value)) return undefined;
  return { seconds, unit: unit === 'milliseconds' ? unit : 'seconds' };
}

/**
 * Returns the timestamp that replaces an example, in the unit of its field; see {@link fromNow}.
 * @param now milliseconds since 1970
 */
export function exampleTimestamp(
  schema: Schema,
  value: unknown,
  now: number | undefined,
): number | undefined {
  const found = now === undefined ? undefined : fromNow(schema, value);
  if (now === undefined || found === undefined) return undefined;
  const time = now + found.seconds * 1000;
  return found.unit === 'milliseconds' ? time : Math.floor(time / 1000);
}

/** Values that replace examples, as far as they are known. */
export type Examples = Readonly<Partial<Record<ValueKind, string>>>;

/** A JSON value in which any part can be a `T` instead. */
export type Mapped<T> =
  T | string | number | boolean | null | Mapped<T>[] | { [key: string]: Mapped<T> };

/**
 * Maps the parts of a body that the schema describes, outer ones first; parts for which `replace` returns nothing are
 * unchanged.
 * @param schema of the body, references resolved; `replace` gets the merged schema of each part
 * @param body is not modified
 */
export function mapBody<T, Kept = never>(
  schema: Schema,
  body: Mapped<Kept>,
  replace: (schema: Schema, value: Mapped<Kept>) => T | undefined,
): Mapped<T | Kept> {
  const merged = mergeSchema(schema);
  const replaced = replace(merged, body);
  if (replaced !== undefined) return replaced;
  if (Array.isArray(body)) {
    const { items } = merged;
    return items ? body.map((item) => mapBody(items, item, replace)) : body;
  }
  if (typeof body !== 'object' || body === null || isTypedNumber(body)) return body;
  return Object.fromEntries(
    Object.entries(body as Record<string, Mapped<Kept>>).map(([name, value]) => {
      const { properties = {} } = merged;
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property ? mapBody(property, value, replace) : value];
    }),
  );
}

/** The reader's value for an example of such a value; nothing for other values. */
function readersValue(schema: Schema, value: JsonValue, values: Examples): JsonValue | undefined {
  if (Array.isArray(value)) {
    const items = mergeSchema(schema.items ?? {});
    const ids = value.map((item) => readersValue(items, item, values));
    const id = ids.find((one) => typeof one === 'string');
    // The other example ids are unknown in the reader's project.
    return id === undefined ? undefined : [id];
  }
  const kind = schema['x-value'];
  return kind && schema.examples?.includes(value) ? values[kind] : undefined;
}

/**
 * Returns a request body with the reader's ids instead of the example ids (`x-value`). An id that is not an example of the
 * document is unchanged, since the reader chose it. A list of ids becomes a list of the reader's only id.
 * @param schema of the request, references resolved
 * @param body is not modified
 * @param now shifts timestamps (`x-from-now`), so that a range of a day ends now; milliseconds since 1970
 */
export function bodyWithValues(
  schema: Schema,
  body: JsonValue,
  examples: Examples,
  now?: number,
): JsonValue {
  return mapBody<JsonValue>(
    schema,
    body,
    (part, value) => readersValue(part, value, examples) ?? exampleTimestamp(part, value, now),
  );
}
