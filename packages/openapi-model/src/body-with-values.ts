import { exampleMoment } from './example-moment.ts';
import { mergeSchema } from './merge-schema.ts';
import type { JsonValue, Schema } from './types.ts';
import type { Examples } from './value-kinds.ts';

/** What takes the place of examples. */
export interface Replacements {
  readonly examples: Examples;
  /** Milliseconds since 1970; points in time stay as they are without. */
  readonly now: number | undefined;
}

/** The value that stands for a body, when the body is an example of such a value. */
function ownValue(schema: Schema, body: JsonValue, own: Examples): string | undefined {
  const kind = schema['x-value'];
  return kind && schema.examples?.includes(body) ? own[kind] : undefined;
}

function listWithValues(items: Schema, list: readonly JsonValue[], by: Replacements): JsonValue[] {
  const merged = mergeSchema(items);
  const own = list
    .map((item) => ownValue(merged, item, by.examples))
    .find((id) => id !== undefined);
  // The other ids of an example would be unknown in the reader's project.
  return own === undefined ? list.map((item) => replaced(items, item, by)) : [own];
}

function replaced(schema: Schema, body: JsonValue, by: Replacements): JsonValue {
  const merged = mergeSchema(schema);
  const own = ownValue(merged, body, by.examples) ?? exampleMoment(merged, body, by.now);
  if (own !== undefined) return own;
  if (Array.isArray(body)) return merged.items ? listWithValues(merged.items, body, by) : body;
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const { properties = {} } = merged;
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property ? replaced(property, value, by) : value];
    }),
  );
}

/**
 * A request body with the reader's ids in place of the examples' (`x-value`). An id that is no example of the document
 * stays: somebody chose it. A list of ids becomes a list of the reader's one.
 * @param schema of the request, references resolved
 * @param body is not changed
 * @param now moves points in time along (`x-from-now`), so that a range of a day ends now
 */
export function bodyWithValues(
  schema: Schema,
  body: JsonValue,
  examples: Examples,
  now?: number,
): JsonValue {
  return replaced(schema, body, { examples, now });
}
