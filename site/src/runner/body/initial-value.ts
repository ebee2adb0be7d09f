import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { formsOf } from './forms';

function emptyObject(schema: Schema): JsonValue {
  const properties = Object.entries(schema.properties ?? {});
  return Object.fromEntries(
    properties
      .filter(([name]) => schema.required?.includes(name))
      .map(([name, property]) => [name, initialValue(property)]),
  );
}

function emptyArray({ items = {}, minItems = 0 }: Schema): JsonValue {
  return Array.from({ length: minItems }, () => initialValue(items));
}

/**
 * The value of a field, an item or an entry that is added: its default, its first example, the only or first value it
 * may have, otherwise an empty one of its type, with all that its type requires.
 */
export function initialValue(schema: Schema): JsonValue {
  const merged = mergeSchema(schema);
  const given = merged.default ?? merged.examples?.[0] ?? merged.const ?? merged.enum?.[0];
  if (given !== undefined) return given;
  const [form] = formsOf(merged);
  if (form) return initialValue(form.schema);
  switch (merged.type ?? (merged.properties ? 'object' : undefined)) {
    case 'object':
      return emptyObject(merged);
    case 'array':
      return emptyArray(merged);
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Math.max(0, merged.minimum ?? 0);
    case 'null':
      return null;
    default:
      return '';
  }
}
