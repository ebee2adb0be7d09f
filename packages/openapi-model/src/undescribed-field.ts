import type { Field, JsonValue } from './types.ts';

type Path = readonly (string | number)[];

/** Fields that may stand inside a value: its own, and those of each of its forms. */
function inside(field: Field): readonly Field[] {
  return [...field.children, ...field.variants.flatMap(({ children }) => children)];
}

/**
 * Path of the first field of a value that no schema describes; nothing when all are described. JSON Schema lets such
 * fields pass, but a reader of an example would look for them in vain. A value without described fields may hold any.
 * @param fields those of the value, as `schemaFields` gives them
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
    const same = fields.filter((field) => field.name === name);
    const candidates =
      same.length > 0 ? same : fields.filter(({ name: key }) => key.startsWith('{'));
    if (candidates.length === 0) return [name];
    const found = undescribedField(candidates.flatMap(inside), part);
    if (found) return [name, ...found];
  }
  return undefined;
}
