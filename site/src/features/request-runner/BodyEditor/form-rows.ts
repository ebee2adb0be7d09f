import type { Schema } from '@anedya-docs/openapi-model';
import type { ExactValue } from '@anedya-docs/openapi-model/typed-number';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import type { BodyError } from '../../../requests/json-text';
import { isObject, type Path, pathKey, renameKey } from '../../../requests/json-path';

/** A documented field of an object. */
interface ObjectField {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

interface ObjectFields {
  /** Fields with a control: required fields, and those that the value has. */
  readonly shown: readonly ObjectField[];
  /** Fields that can be added. */
  readonly offered: readonly ObjectField[];
  /** Keys of the value without a documented field: keys of a map, or errors. */
  readonly others: readonly string[];
  /** Schema of the entries of a map; undefined when the object is not a map. */
  readonly entries: Schema | undefined;
}

/** Groups the fields of an object, in the order of its schema. */
export function objectFields(
  schema: Schema,
  value: ExactValue | undefined,
  path: Path,
  errors: readonly BodyError[],
): ObjectFields {
  const merged = mergeSchema(schema);
  const properties = merged.properties ?? {};
  const fieldsOfValue = isObject(value) ? value : {};
  const invalid = new Set(errors.map((error) => pathKey(error.path)));
  // A conditional rule, such as "when `type` is `tag`", can require a field that `required` does not list.
  const isMissing = (name: string) =>
    !Object.hasOwn(fieldsOfValue, name) && invalid.has(pathKey([...path, name]));
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: (merged.required?.includes(name) ?? false) || isMissing(name),
  }));
  const isShown = ({ name, required }: ObjectField) =>
    required || Object.hasOwn(fieldsOfValue, name);
  return {
    shown: fields.filter(isShown),
    offered: fields.filter((field) => !isShown(field)),
    others: Object.keys(fieldsOfValue).filter((name) => !Object.hasOwn(properties, name)),
    entries:
      typeof merged.additionalProperties === 'object' ? merged.additionalProperties : undefined,
  };
}

/**
 * React keys for the items of an array: existing keys first, new ones at the end. An item keeps its key when an earlier
 * one is removed, so that its control keeps its state.
 */
export function itemKeys(keys: readonly number[], length: number): readonly number[] {
  if (keys.length >= length) return keys.length === length ? keys : keys.slice(0, length);
  const next = Math.max(-1, ...keys) + 1;
  const added = Array.from({ length: length - keys.length }, (_, index) => next + index);
  return [...keys, ...added];
}

/** Form row of one entry of a map. */
export interface MapRow {
  /** Does not change when the key is renamed. */
  readonly id: number;
  /** The key in the body. */
  readonly key: string;
  /** The key as typed. Differs from `key` while another entry has the typed key. */
  readonly draft: string;
}

function withSameKeys(rows: readonly MapRow[], keys: readonly string[]): boolean {
  const known = new Set(rows.map(({ key }) => key));
  return known.size === keys.length && keys.every((key) => known.has(key));
}

/**
 * Rows for the keys of a map: existing rows in their order, new ones at the end. JavaScript moves integer keys to the
 * front of an object, so using the order of the object would move a row while its key is typed.
 */
export function rowsFor(rows: readonly MapRow[], keys: readonly string[]): readonly MapRow[] {
  if (withSameKeys(rows, keys)) return rows;
  const existing = rows.filter(({ key }) => keys.includes(key));
  const next = Math.max(-1, ...rows.map(({ id }) => id)) + 1;
  const added = keys
    .filter((key) => !existing.some((row) => row.key === key))
    .map((key, index) => ({ id: next + index, key, draft: key }));
  return [...existing, ...added];
}

/**
 * Renames the entries whose typed keys no other entry has. Each one can free the key that another row waits for.
 * @param path of the map in the body
 */
export function withTypedKeys(
  rows: readonly MapRow[],
  body: ExactValue,
  path: Path,
): { readonly rows: readonly MapRow[]; readonly body: ExactValue } {
  const renamed = rows.find(
    ({ key, draft }) => draft !== key && !rows.some((other) => other.key === draft),
  );
  if (!renamed) return { rows, body };
  const { key, draft } = renamed;
  return withTypedKeys(
    rows.map((row) => (row === renamed ? { ...row, key: draft } : row)),
    renameKey(body, path, key, draft),
    path,
  );
}
