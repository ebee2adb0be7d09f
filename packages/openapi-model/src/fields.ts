import type { Field, Schema } from './types.ts';

/** One object schema out of `allOf` parts: their properties and required names together. */
export function mergeAllOf(schema: Schema): Schema {
  if (!schema.allOf) return schema;
  const parts = [...schema.allOf.map(mergeAllOf), { ...schema, allOf: undefined }];
  const required = parts.flatMap((part) => part.required ?? []);
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  return Object.assign({}, ...parts, {
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    required: [...new Set(required)],
  }) as Schema;
}

/** Type as readers say it: `string`, `array of string`, `number, string or object`. */
export function typeName(schema: Schema): string {
  const merged = mergeAllOf(schema);
  const options = merged.oneOf ?? merged.anyOf;
  if (options) return joinOr([...new Set(options.map(typeName))]);
  if (merged.type === 'array') return `array of ${merged.items ? typeName(merged.items) : 'any'}`;
  if (typeof merged.type === 'string') {
    const isMap = typeof merged.additionalProperties === 'object' && !merged.properties;
    return isMap ? 'map' : merged.type;
  }
  if (merged.type) return joinOr(merged.type);
  return merged.properties ? 'object' : 'any';
}

function joinOr(words: readonly string[]): string {
  const last = words.at(-1) ?? 'any';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

function children(schema: Schema, path: string): Field[] {
  const merged = mergeAllOf(schema);
  if (merged.items) return children(merged.items, `${path}[]`);
  const fields = schemaFields(merged, path);
  if (typeof merged.additionalProperties === 'object') {
    const key = `${path}.{${merged['x-key'] ?? 'key'}}`;
    const value = merged.additionalProperties;
    fields.push({ path: key, type: typeName(value), required: false, schema: value });
    fields.push(...children(value, key));
  }
  return fields;
}

/**
 * Fields of an object schema, depth first, each named by its path from the body's root.
 * @param prefix path of the object itself; empty for the body
 */
export function schemaFields(schema: Schema, prefix = ''): Field[] {
  const merged = mergeAllOf(schema);
  return Object.entries(merged.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const required = merged.required?.includes(name) ?? false;
    const field = { path, type: typeName(property), required, schema: mergeAllOf(property) };
    return [field, ...children(property, path)];
  });
}
