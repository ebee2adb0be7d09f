import { isJsonObject } from './json-object.ts';
import type { Path } from './json-pointer.ts';
import type { JsonValue, Schema } from './schema.ts';

/** One field of a body: a leaf or a branch of a schema, named by its path. */
export interface Field {
  /** Last part of the path, as it is written in JSON: `allow`; `{node id}` for the entries of a map. */
  readonly name: string;
  /** Path in dot notation: `policy.allow[]`, `data.{node id}.value`. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Fields inside this one, those of array items and map entries included. */
  readonly children: readonly Field[];
  /** Alternatives of a value with `oneOf` or `anyOf`, each with its fields; otherwise empty. */
  readonly variants: readonly Variant[];
}

/** One alternative of a value with `oneOf` or `anyOf`. */
export interface Variant {
  /** `x-label` of the schema, or its type. */
  readonly title: string;
  readonly type: string;
  readonly schema: Schema;
  readonly children: readonly Field[];
}

type Properties = Readonly<Record<string, Schema>>;

/** Properties of both; one that both have must fit both. */
function mergeProperties(a: Properties, b: Properties): Properties {
  const shared = Object.entries(a).map(([name, schema]) => {
    const other = Object.hasOwn(b, name) ? b[name] : undefined;
    return [name, other ? mergeSchema({ allOf: [schema, other] }) : schema] as const;
  });
  const added = Object.entries(b).filter(([name]) => !Object.hasOwn(a, name));
  return Object.fromEntries([...shared, ...added]);
}

/**
 * Merges the parts of `allOf`, and the option of a `oneOf` or `anyOf` that has only one, into one schema: the union of their
 * properties and required names; of other keywords, the last one wins. Keywords next to the parts count as the last part.
 */
export function mergeSchema(schema: Schema): Schema {
  const { allOf = [], oneOf, anyOf, ...siblings } = schema;
  const parts = [...allOf];
  const choices: { oneOf?: Schema['oneOf']; anyOf?: Schema['anyOf'] } = {};
  if (oneOf?.length === 1) parts.push(...oneOf);
  else if (oneOf) choices.oneOf = oneOf;
  if (anyOf?.length === 1) parts.push(...anyOf);
  else if (anyOf) choices.anyOf = anyOf;
  if (parts.length === 0) return schema;
  return [...parts.map(mergeSchema), { ...siblings, ...choices }].reduce((merged, part) => {
    const required = [...new Set([...(merged.required ?? []), ...(part.required ?? [])])];
    const properties = mergeProperties(merged.properties ?? {}, part.properties ?? {});
    return {
      ...merged,
      ...part,
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
    };
  });
}

/** Alternatives of a value with `oneOf` or `anyOf`, nested ones included; otherwise empty. */
export function optionsOf(schema: Schema): readonly Schema[] {
  const merged = mergeSchema(schema);
  const options = merged.oneOf ?? merged.anyOf ?? [];
  return options.flatMap((option) => {
    const inner = optionsOf(option);
    return inner.length > 0 ? inner : [option];
  });
}

/** Whether a value has a JSON Schema type (2020-12 validation, 6.1.1). */
export function isOfType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** Whether a value has a type that the schema allows. */
export function fitsType(schema: Schema, value: JsonValue): boolean {
  const types = [mergeSchema(schema).type ?? []].flat();
  return types.length === 0 || types.some((type) => isOfType(value, type));
}

/** Distance of a value from a form: a wrong type counts most, then wrong fixed values, then missing fields and nested types. */
function distance(schema: Schema, value: JsonValue): number {
  if (!fitsType(schema, value)) return 1e6;
  const { const: only, enum: list, required = [], properties = {} } = mergeSchema(schema);
  const allowed = only === undefined ? list : [only];
  const own = allowed && !allowed.includes(value) ? 1e3 : 0;
  if (!isJsonObject(value)) return own;
  const missing = required.filter((name) => !Object.hasOwn(value, name)).length;
  return Object.entries(properties).reduce((sum, [name, property]) => {
    const part = Object.hasOwn(value, name) ? value[name] : undefined;
    if (part === undefined) return sum;
    return sum + (fitsType(property, part) ? distance(property, part) : 1);
  }, own + missing);
}

/** Returns the index of the form, one of the options of `oneOf` or `anyOf`, that a value is closest to. */
export function closestForm(options: readonly Schema[], value: JsonValue): number {
  const distances = options.map((option) => distance(option, value));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** A list in words: `a, b or c`. */
export function joinOr(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** Type in words: `string`, `array of string`, `number, string or object`. */
export function typeName(schema: Schema): string {
  const options = optionsOf(schema);
  if (options.length > 0) return joinOr([...new Set(options.map(typeName))]);
  const merged = mergeSchema(schema);
  if (merged.type === 'array') return `array of ${merged.items ? typeName(merged.items) : 'any'}`;
  if (typeof merged.type === 'string') {
    const isMap = typeof merged.additionalProperties === 'object' && !merged.properties;
    return isMap ? 'map' : merged.type;
  }
  if (merged.type) return joinOr(merged.type);
  return merged.properties ? 'object' : 'any';
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

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
    fieldOf(name, join(path, name), property, merged.required?.includes(name) ?? false),
  );
  if (typeof merged.additionalProperties === 'object') {
    const name = `{${merged['x-key'] ?? 'key'}}`;
    fields.push(fieldOf(name, join(path, name), merged.additionalProperties, false));
  }
  return fields;
}

/** Alternatives of a value; for an array, those of its items. */
function variantsOf(schema: Schema, path: string): Variant[] {
  const { items } = mergeSchema(schema);
  if (items) return variantsOf(items, `${path}[]`);
  return optionsOf(schema).map((option) => ({
    title: option['x-label'] ?? typeName(option),
    type: typeName(option),
    schema: mergeSchema(option),
    children: childrenOf(option, path),
  }));
}

/** Fields of a body with alternatives: each one once, required if every alternative requires it. */
function commonFields(forms: readonly (readonly Field[])[]): Field[] {
  const fields = new Map<string, Field>();
  for (const field of forms.flat()) {
    const namesakes = forms.map((form) => form.find(({ name }) => name === field.name));
    const required = namesakes.every((other) => other?.required === true);
    if (!fields.has(field.name)) fields.set(field.name, { ...field, required });
  }
  return [...fields.values()];
}

/**
 * Returns the fields of a body as a tree. A body with alternatives (`oneOf`, `anyOf`) has the fields of all of them.
 * @param schema with references resolved and without cycles
 */
export function schemaFields(schema: Schema): Field[] {
  const own = childrenOf(schema, '');
  const forms = optionsOf(schema).map((option) => childrenOf(option, ''));
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...commonFields(forms).filter(({ name }) => !names.has(name))];
}

/** Flattens a tree of fields, depth first: each field, its children, then the children of its variants. */
export function flattenFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [
    field,
    ...flattenFields(field.children),
    ...field.variants.flatMap((variant) => flattenFields(variant.children)),
  ]);
}

/** Fields that a value may contain: its own, and those of each alternative. */
function nestedFields(field: Field): readonly Field[] {
  return [...field.children, ...field.variants.flatMap(({ children }) => children)];
}

/**
 * Returns the path of the first field that no schema describes. JSON Schema allows such fields, but the reference would not
 * explain them. A value without described fields may have any.
 * @param fields of the value, from `schemaFields`
 */
export function undescribedField(fields: readonly Field[], value: JsonValue): Path | undefined {
  if (typeof value !== 'object' || value === null || fields.length === 0) return undefined;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = undescribedField(fields, item);
      if (found) return [index, ...found];
    }
    return undefined;
  }
  for (const [name, part] of Object.entries(value)) {
    const named = fields.filter((field) => field.name === name);
    const candidates =
      named.length > 0 ? named : fields.filter(({ name: key }) => key.startsWith('{'));
    if (candidates.length === 0) return [name];
    const found = undescribedField(candidates.flatMap(nestedFields), part);
    if (found) return [name, ...found];
  }
  return undefined;
}

/**
 * Returns the anchor of a field on its operation's page: `request-policy.allow`, `request-data.node-id.value`. Letters, digits,
 * `_`, `-` and `.` stay, `[]` and braces are removed, anything else becomes `-`. Fields whose paths differ only in removed
 * characters would share an anchor: the build of the reference pages checks for that.
 * @param part prefix that names the body, such as `request`
 * @param path of a Field
 */
export function fieldAnchor(part: string, path: string): string {
  const plain = path.replaceAll(/\[\]|[{}]/g, '').replaceAll(/[^A-Za-z0-9_.-]+/g, '-');
  return `${part}-${plain}`;
}

/** Returns the anchor of a reason or error code on the pages that list it: `code-node-nodenotfound`, `code-4020`. */
export function codeAnchor(code: string): string {
  return `code-${code.replace('::', '-')}`;
}
