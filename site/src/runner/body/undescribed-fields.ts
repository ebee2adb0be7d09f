import type { Field, JsonValue } from '@anedya-docs/openapi-model';
import type { Path } from './path';

/** Fields that may stand inside a value: its own, and those of each of its forms. */
const inside = (field: Field): readonly Field[] => [
  ...field.children,
  ...field.variants.flatMap(({ children }) => children),
];

/** Fields a name stands for: those of that name, otherwise the entries of a map. */
function fieldsNamed(fields: readonly Field[], name: string): readonly Field[] {
  const same = fields.filter((field) => field.name === name);
  return same.length > 0 ? same : fields.filter((field) => field.name.startsWith('{'));
}

/**
 * Paths of all fields of a value that no schema describes. JSON Schema lets them pass; the platform may refuse or
 * ignore them. A value without described fields may hold any.
 * @param fields those of the value, as `schemaFields` gives them
 */
export function undescribedFields(fields: readonly Field[], value: JsonValue): readonly Path[] {
  if (typeof value !== 'object' || value === null || fields.length === 0) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      undescribedFields(fields, item).map((path) => [index, ...path]),
    );
  }
  return Object.entries(value).flatMap(([name, part]) => {
    const named = fieldsNamed(fields, name);
    if (named.length === 0) return [[name]];
    return undescribedFields(named.flatMap(inside), part).map((path) => [name, ...path]);
  });
}
