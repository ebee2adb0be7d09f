import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import {
  closestForm,
  fitsType,
  isOfType,
  mergeSchema,
  optionsOf,
  typeName,
} from '@anedya-docs/openapi-model/fields';
import { dateText } from '../../../components/date-text';
import { isObject } from '../../../requests/json-path';

/** One of several alternative schemas of a value. */
interface Form {
  readonly title: string;
  readonly schema: Schema;
}

/**
 * The alternative schemas of a value: those of `oneOf` and `anyOf`, or one for each type. Empty when there is only one.
 */
export function formsOf(schema: Schema): readonly Form[] {
  const options = optionsOf(schema);
  if (options.length > 0) {
    return options.flatMap((option) => {
      const types = formsOf(option);
      if (types.length > 0) return types;
      return [{ title: option['x-label'] ?? typeName(option), schema: mergeSchema(option) }];
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

/** Default and examples of a schema, limited to one type. */
function ofType({ default: value, examples }: Schema, type: string): Partial<Schema> {
  return {
    default: value !== undefined && isOfType(value, type) ? value : undefined,
    examples: examples?.filter((example) => isOfType(example, type)),
  };
}

const isNumeric = ({ schema }: Form) => {
  const { type } = mergeSchema(schema);
  return type === 'number' || type === 'integer';
};

/**
 * Index of the form in which a value is edited: the chosen one while the value can belong to it, otherwise the closest
 * one. An incomplete number (`-`) is a string, but still belongs to a numeric form.
 * @param chosen index of the form that was chosen or shown first, if any
 */
export function currentForm(
  forms: readonly Form[],
  value: JsonValue | undefined,
  chosen: number | undefined,
): number {
  const form = chosen === undefined ? undefined : forms[chosen];
  if (chosen !== undefined && form) {
    if (value === undefined || fitsType(form.schema, value)) return chosen;
    if (isNumeric(form) && typeof value === 'string') return chosen;
  }
  return value === undefined
    ? 0
    : closestForm(
        forms.map(({ schema }) => schema),
        value,
      );
}

/** Kinds of controls. */
export type ControlKind =
  'forms' | 'select' | 'switch' | 'number' | 'text' | 'long-text' | 'object' | 'array' | 'json';

/** Names of string fields that are edited in several lines. */
const longTexts = new Set(['data', 'value', 'desc', 'description', 'log']);
const longText = 120;

/** Kinds that contain other controls. */
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

/** The control that fits a schema. */
function defaultKind(name: string, schema: Schema): ControlKind {
  const merged = mergeSchema(schema);
  if (formsOf(merged).length > 0) return 'forms';
  const values = merged.enum ?? (merged.const === undefined ? undefined : [merged.const]);
  if (values?.every((value) => typeof value !== 'object')) return 'select';
  return kindOfType(name, merged);
}

/** True when a kind of control can show a value unchanged. */
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

/** The control for a field and its value: JSON when the control for the schema cannot show the value. */
export function controlKind(
  name: string,
  schema: Schema,
  value: JsonValue | undefined,
): ControlKind {
  const kind = defaultKind(name, schema);
  return canShow(kind, value) ? kind : 'json';
}

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
 * Initial value of a new field, item or entry: its default, first example, constant or first enum value; otherwise an
 * empty value of its type with all required fields.
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

/**
 * Distinguishes timestamps from durations: Unix timestamps have exceeded this value since September 2001, and durations of
 * these APIs never do.
 */
const minTimestamp = 1e9;

const isTimestamp = (value: JsonValue | undefined) =>
  typeof value === 'number' && value >= minTimestamp;

/**
 * Milliseconds per unit of a timestamp field; undefined for a duration or any other field.
 * @param example value of the field in the example body
 */
export function timestampUnit(schema: Schema, example: JsonValue | undefined): number | undefined {
  const { 'x-unit': unit, examples = [] } = mergeSchema(schema);
  if (unit === undefined || ![example, ...examples].some(isTimestamp)) return undefined;
  return unit === 'milliseconds' ? 1 : 1000;
}

const durationUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Formats a duration: `1 hour`, `365 days`. */
function durationText(seconds: number): string {
  const [name, length] = durationUnits.find(([, size]) => seconds % size === 0) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/**
 * The timestamp that the form offers for a field: now, or now plus `x-from-now`. A command that expires now is rejected,
 * and a range that starts now is empty.
 * @returns the label of the button, and the offset from now in milliseconds
 */
export function timestampChoice(schema: Schema): {
  readonly label: string;
  readonly offset: number;
} {
  const seconds = mergeSchema(schema)['x-from-now'] ?? 0;
  const offset = seconds * 1000;
  if (seconds === 0) return { label: 'Now', offset };
  const duration = durationText(Math.abs(seconds));
  return { label: seconds > 0 ? `In ${duration}` : `${duration} ago`, offset };
}

/** Converts milliseconds to the unit of a field. */
export const toTimestamp = (milliseconds: number, unit: number): number =>
  Math.floor(milliseconds / unit);

/**
 * Formats a timestamp, `Jan 31, 2026, 12:00:00 UTC`. Returns undefined for one outside the range of `Date`, and for 0, which
 * stands for the server time in fields that accept it.
 */
export function utcText(timestamp: JsonValue | undefined, unit: number): string | undefined {
  if (typeof timestamp !== 'number' || timestamp === 0) return undefined;
  const time = timestamp * unit;
  if (Number.isNaN(new Date(time).getTime())) return undefined;
  return `${dateText(time, { timeStyle: 'medium', timeZone: 'UTC' })} UTC`;
}
