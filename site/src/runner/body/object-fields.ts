import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import type { BodyFault } from './body-faults';
import { isObject, pathKey, type Path } from './path';

/** A described field of an object. */
export interface ObjectField {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

export interface ObjectFields {
  /** Fields with an editor: the required ones, those the value holds, and those that it lacks by a further rule. */
  readonly shown: readonly ObjectField[];
  /** Fields that can be added. */
  readonly offered: readonly ObjectField[];
  /** Names in the value that no field describes: keys of a map, or faults. */
  readonly others: readonly string[];
  /** What the entries of a map hold; nothing when the object is no map. */
  readonly entries: Schema | undefined;
}

/** Sorts the fields of an object, in the order of its schema. */
export function objectFields(
  schema: Schema,
  value: JsonValue | undefined,
  path: Path,
  faults: readonly BodyFault[],
): ObjectFields {
  const merged = mergeSchema(schema);
  const properties = merged.properties ?? {};
  const held = isObject(value) ? value : {};
  const faulty = new Set(faults.map((fault) => pathKey(fault.path)));
  // A rule such as "when `type` is `tag`" can require a field that the list of required ones does not name.
  const isMissing = (name: string) =>
    !Object.hasOwn(held, name) && faulty.has(pathKey([...path, name]));
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: (merged.required?.includes(name) ?? false) || isMissing(name),
  }));
  const isShown = ({ name, required }: ObjectField) => required || Object.hasOwn(held, name);
  return {
    shown: fields.filter(isShown),
    offered: fields.filter((field) => !isShown(field)),
    others: Object.keys(held).filter((name) => !Object.hasOwn(properties, name)),
    entries:
      typeof merged.additionalProperties === 'object' ? merged.additionalProperties : undefined,
  };
}
