import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema, optionsOf, typeName } from '@anedya-docs/openapi-model/fields';
import { isObject } from './path';

/** One of the forms that a value can have. */
export interface Form {
  readonly title: string;
  readonly schema: Schema;
}

/**
 * The forms of a value that has several: those of `oneOf` and `anyOf`, or one for each of its types. Empty when it has
 * one form only.
 */
export function formsOf(schema: Schema): readonly Form[] {
  const options = optionsOf(schema);
  if (options.length > 0) {
    return options.flatMap((option) => {
      const types = formsOf(option);
      if (types.length > 0) return types;
      return [{ title: option.title ?? typeName(option), schema: mergeSchema(option) }];
    });
  }
  const merged = mergeSchema(schema);
  const { type } = merged;
  if (type === undefined || typeof type === 'string' || type.length < 2 || merged.enum) return [];
  return type.map((one) => ({
    title: one,
    schema: { ...merged, type: one, ...ofType(merged, one) },
  }));
}

/** Default and examples of a schema that are of one of its types. */
function ofType({ default: value, examples }: Schema, type: string): Partial<Schema> {
  return {
    default: value !== undefined && isOfType(value, type) ? value : undefined,
    examples: examples?.filter((example) => isOfType(example, type)),
  };
}

/** Whether a value is of a type of JSON Schema (2020-12 validation, 6.1.1). */
export function isOfType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** Whether a value is of a type that a schema allows. */
export function fitsType(schema: Schema, value: JsonValue): boolean {
  const { type } = mergeSchema(schema);
  if (type === undefined) return true;
  return (typeof type === 'string' ? [type] : type).some((one) => isOfType(value, one));
}
