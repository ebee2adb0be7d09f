import { mergeSchema, optionsOf } from './merge-schema.ts';
import { typeName } from './type-name.ts';
import type { Field, Schema, Variant } from './types.ts';

const below = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function fieldOf(name: string, path: string, schema: Schema, required: boolean): Field {
  return {
    name,
    path,
    type: typeName(schema),
    required,
    schema: mergeSchema(schema),
    children: childrenOf(schema, path),
    variants: variantsOf(schema, path),
  };
}

/** Fields inside a value: properties, then the entries of a map; for an array, those of its items. */
function childrenOf(schema: Schema, path: string): Field[] {
  const merged = mergeSchema(schema);
  if (merged.items) return childrenOf(merged.items, `${path}[]`);
  const fields = Object.entries(merged.properties ?? {}).map(([name, property]) =>
    fieldOf(name, below(path, name), property, merged.required?.includes(name) ?? false),
  );
  if (typeof merged.additionalProperties === 'object') {
    const name = `{${merged['x-key'] ?? 'key'}}`;
    fields.push(fieldOf(name, below(path, name), merged.additionalProperties, false));
  }
  return fields;
}

/** Forms of a value; for an array, those of its items. */
function variantsOf(schema: Schema, path: string): Variant[] {
  const { items } = mergeSchema(schema);
  if (items) return variantsOf(items, `${path}[]`);
  return optionsOf(schema).map((option) => ({
    title: option.title ?? typeName(option),
    type: typeName(option),
    schema: mergeSchema(option),
    children: childrenOf(option, path),
  }));
}

/** Fields of a body that has several forms: each once, required when every form requires it. */
function commonFields(forms: readonly (readonly Field[])[]): Field[] {
  const fields = new Map<string, Field>();
  for (const field of forms.flat()) {
    const same = forms.map((form) => form.find(({ name }) => name === field.name));
    const required = same.every((other) => other?.required === true);
    if (!fields.has(field.name)) fields.set(field.name, { ...field, required });
  }
  return [...fields.values()];
}

/**
 * Fields of a body as a tree. A body that has several forms (`oneOf`, `anyOf`) gives the fields of all of them.
 * @param schema with references resolved and without circles
 */
export function schemaFields(schema: Schema): Field[] {
  const own = childrenOf(schema, '');
  const forms = optionsOf(schema).map((option) => childrenOf(option, ''));
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...commonFields(forms).filter(({ name }) => !names.has(name))];
}

/** Fields of a tree as a list, depth first: each with its children after it, then those of its variants. */
export function flattenFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [
    field,
    ...flattenFields(field.children),
    ...field.variants.flatMap((variant) => flattenFields(variant.children)),
  ]);
}
