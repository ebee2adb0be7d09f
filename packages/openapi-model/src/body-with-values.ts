import { exampleMoment } from './example-moment.ts';
import { mergeSchema } from './merge-schema.ts';
import type { JsonValue, Schema } from './types.ts';
import type { Examples } from './value-kinds.ts';

/** A JSON value in which a `T` can stand for any part. */
export type Mapped<T> =
  T | string | number | boolean | null | Mapped<T>[] | { [key: string]: Mapped<T> };

/**
 * A body in which `replace` has its say over every part that the schema describes, from the outside in; parts for which
 * it returns nothing stay.
 * @param schema of the body, references resolved; `replace` gets each part's schema with all its parts merged
 * @param body is not changed
 */
export function mapBody<T>(
  schema: Schema,
  body: JsonValue,
  replace: (schema: Schema, value: JsonValue) => T | undefined,
): Mapped<T> {
  const merged = mergeSchema(schema);
  const own = replace(merged, body);
  if (own !== undefined) return own;
  if (Array.isArray(body)) {
    const { items } = merged;
    return items ? body.map((item) => mapBody(items, item, replace)) : body;
  }
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const { properties = {} } = merged;
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property ? mapBody(property, value, replace) : value];
    }),
  );
}

/** The value that stands for a body, when the body is an example of such a value. */
function ownValue(schema: Schema, body: JsonValue, own: Examples): JsonValue | undefined {
  if (Array.isArray(body)) {
    const items = mergeSchema(schema.items ?? {});
    const ids = body.map((item) => ownValue(items, item, own));
    const id = ids.find((one) => typeof one === 'string');
    // The other ids of an example would be unknown in the reader's project.
    return id === undefined ? undefined : [id];
  }
  const kind = schema['x-value'];
  return kind && schema.examples?.includes(body) ? own[kind] : undefined;
}

/**
 * A request body with the reader's ids in place of the examples' (`x-value`). An id that is no example of the document
 * stays: somebody chose it. A list of ids becomes a list of the reader's one.
 * @param schema of the request, references resolved
 * @param body is not changed
 * @param now moves points in time along (`x-from-now`), so that a range of a day ends now; milliseconds since 1970
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
    (part, value) => ownValue(part, value, examples) ?? exampleMoment(part, value, now),
  );
}
