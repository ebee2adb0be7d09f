import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { formsOf } from './forms';
import { isObject } from './path';

/** How a value is edited. */
export type ControlKind =
  'forms' | 'select' | 'switch' | 'number' | 'text' | 'long-text' | 'object' | 'array' | 'json';

/** Names of fields whose texts have room for many lines. */
const longTexts = new Set(['data', 'value', 'desc', 'description', 'log']);
const longText = 120;

/** Kinds that hold further fields. */
const groups: ReadonlySet<ControlKind> = new Set(['forms', 'object', 'array']);
export const isGroup = (kind: ControlKind): boolean => groups.has(kind);

function kindOfType(name: string, { type, properties, ...schema }: Schema): ControlKind {
  switch (type ?? (properties ? 'object' : undefined)) {
    case 'boolean':
      return 'switch';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return longTexts.has(name) || (schema.maxLength ?? 0) > longText ? 'long-text' : 'text';
    case 'object':
      return (properties ?? typeof schema.additionalProperties === 'object') ? 'object' : 'json';
    case 'array':
      return 'array';
    default:
      return 'json';
  }
}

/** How a field is best edited. */
function naturalKind(name: string, schema: Schema): ControlKind {
  const merged = mergeSchema(schema);
  if (formsOf(merged).length > 0) return 'forms';
  const values = merged.enum ?? (merged.const === undefined ? undefined : [merged.const]);
  if (values?.every((value) => typeof value !== 'object')) return 'select';
  return kindOfType(name, merged);
}

/** Whether a kind of control can show a value as it is. */
export function canShow(kind: ControlKind, value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number' || typeof value === 'string';
    case 'text':
    case 'long-text':
      return typeof value === 'string';
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'select':
      return typeof value !== 'object';
    default:
      return true;
  }
}

/** How a field is edited with the value it has: as JSON when its best control cannot show that. */
export function controlKind(
  name: string,
  schema: Schema,
  value: JsonValue | undefined,
): ControlKind {
  const kind = naturalKind(name, schema);
  return canShow(kind, value) ? kind : 'json';
}
