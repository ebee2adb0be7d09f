import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import type { ProjectExamples } from '../../src/core/projects/examples.ts';

/** What the examples of documents stand for at one moment. */
export interface Own {
  readonly examples: ProjectExamples;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function ownValue(schema: Schema, { examples, now }: Own): JsonValue | undefined {
  const kind = schema['x-value'];
  if (kind !== undefined) return examples[kind];
  const offset = schema['x-from-now'];
  if (offset === undefined) return undefined;
  const seconds = Math.floor(now / 1000) + offset;
  return schema['x-unit'] === 'milliseconds' ? seconds * 1000 : seconds;
}

/** The body of an example with a project's own values in it, as the pages send it (`x-value`, `x-from-now`). */
export function exampleBody(schema: Schema, body: JsonValue, own: Own): JsonValue {
  const merged = mergeSchema(schema);
  const { items, properties = {} } = merged;
  if (Array.isArray(body)) {
    return items ? body.map((item) => exampleBody(items, item, own)) : body;
  }
  if (typeof body === 'object' && body !== null) {
    const entries = Object.entries(body).map(([name, value]): [string, JsonValue] => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property ? exampleBody(property, value, own) : value];
    });
    return Object.fromEntries(entries);
  }
  if (body === null || !merged.examples?.includes(body)) return body;
  return ownValue(merged, own) ?? body;
}
