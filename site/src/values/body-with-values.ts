import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { exampleKinds } from './example-kinds';
import type { Values } from './store';

/** The reader's value that stands for a body, when the body is an example of such a value. */
function ownValue(schema: Schema, body: JsonValue, values: Values): string | undefined {
  const kind = schema['x-value'];
  return kind && schema.examples?.includes(body) ? values[exampleKinds[kind]] : undefined;
}

function listWithValues(items: Schema, list: readonly JsonValue[], values: Values): JsonValue[] {
  const merged = mergeSchema(items);
  const own = list.map((item) => ownValue(merged, item, values)).find((id) => id !== undefined);
  // The other ids of an example would be unknown in the reader's project.
  return own === undefined ? list.map((item) => bodyWithValues(items, item, values)) : [own];
}

/**
 * A request body with the reader's ids in place of the examples' (`x-value`). An id that is no example of the document
 * stays: somebody chose it. A list of ids becomes a list of the reader's one.
 * @param schema of the request, references resolved
 * @param body is not changed
 */
export function bodyWithValues(schema: Schema, body: JsonValue, values: Values): JsonValue {
  const merged = mergeSchema(schema);
  const own = ownValue(merged, body, values);
  if (own !== undefined) return own;
  if (Array.isArray(body)) return merged.items ? listWithValues(merged.items, body, values) : body;
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const { properties = {} } = merged;
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property ? bodyWithValues(property, value, values) : value];
    }),
  );
}
