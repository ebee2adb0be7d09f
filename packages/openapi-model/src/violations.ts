import type { ErrorObject } from 'ajv/dist/2020.js';
import { closestForm, fitsType, joinOr, mergeSchema } from './fields.ts';
import { isJsonObject } from './json-object.ts';
import { fromPointer, toPointer, type Path } from './json-pointer.ts';
import type { JsonValue, SandboxBounds, Schema } from './schema.ts';

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const formatWords: Readonly<Record<string, string>> = {
  uuid: 'a UUID such as 019f0000-0000-7000-8000-000000000001',
  'date-time': 'a date and time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 12:00:00Z',
  email: 'an email address',
  uri: 'an absolute URL',
  url: 'an absolute URL',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  hostname: 'a host name',
};

/** Formats a number with thousands separators and all its decimals. */
const readable = (number: number) => number.toLocaleString('en', { maximumFractionDigits: 20 });

/** `, 1 to 1,000 items` or `, at least 1 character`; empty without bounds. */
function between(least: number | undefined, most: number | undefined, unit = ''): string {
  const words = (number: number) =>
    unit === '' ? '' : ` ${unit}${number === 1 || unit.endsWith('y') ? '' : 's'}`;
  if (least !== undefined && most !== undefined) {
    const range = least === most ? readable(most) : `${readable(least)} to ${readable(most)}`;
    return `, ${range}${words(most)}`;
  }
  if (least !== undefined) return `, at least ${readable(least)}${words(least)}`;
  return most === undefined ? '' : `, at most ${readable(most)}${words(most)}`;
}

function numberRange(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const more = exclusiveMinimum === undefined ? '' : `, more than ${readable(exclusiveMinimum)}`;
  const less = exclusiveMaximum === undefined ? '' : `, less than ${readable(exclusiveMaximum)}`;
  return `${between(minimum, maximum)}${more}${less}`;
}

/** Bounds of a string; the sandbox can state its maximum in bytes. */
function lengthOf({ minLength, maxLength, maxBytes }: Schema & SandboxBounds): string {
  if (maxBytes === undefined) return between(minLength, maxLength, 'character');
  return `${between(minLength, undefined, 'character')}${between(undefined, maxBytes, 'byte')}`;
}

/** Describes the values of one type that a schema allows. */
function ofType(type: string, schema: Schema & SandboxBounds): string {
  const words = typeWords[type] ?? type;
  switch (type) {
    case 'integer':
    case 'number': {
      const unit = schema['x-unit'];
      return `${words}${unit === undefined ? '' : ` in ${unit}`}${numberRange(schema)}`;
    }
    case 'string': {
      const format = schema.format === undefined ? undefined : formatWords[schema.format];
      return format ?? `${words}${lengthOf(schema)}`;
    }
    case 'array':
      return `${words}${between(schema.minItems, schema.maxItems, 'item')}`;
    case 'object':
      return `${words}${between(schema.minProperties, schema.maxProperties, 'field')}`;
    default:
      return words;
  }
}

const asJson = (value: JsonValue) => JSON.stringify(value);

/**
 * Describes what a schema allows, to follow "must be": `an integer, 1 to 1,000`, `one of "asc", "desc"`,
 * `a UUID such as 019f…`. Returns nothing for a schema with neither a type nor values.
 */
export function expectedValue(schema: Schema & SandboxBounds): string | undefined {
  if (schema.const !== undefined) return asJson(schema.const);
  if (schema.enum) {
    return `${schema.enum.length === 1 ? '' : 'one of '}${schema.enum.map(asJson).join(', ')}`;
  }
  const types = [schema.type ?? []].flat();
  const kinds = types.filter((type) => type !== 'integer' || !types.includes('number'));
  return kinds.length === 0 ? undefined : joinOr(kinds.map((type) => ofType(type, schema)));
}

/** Keywords that `expectedValue` puts into words. */
const expectations = new Set([
  'type',
  'enum',
  'const',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);

/**
 * Returns the message for a violated JSON Schema keyword, to follow the name of the field: `must be an integer, 1 to 1,000`,
 * `is missing`. The request form and the sandbox share these messages.
 * @param schema that contains the keyword
 * @returns nothing for a keyword without a message here
 */
function violationMessage(keyword: string, schema: Schema): string | undefined {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'pattern':
      return `must match the pattern ${schema.pattern ?? ''}`;
    case 'uniqueItems':
      return 'must not contain an item twice';
    default: {
      const expected = expectations.has(keyword) ? expectedValue(schema) : undefined;
      return expected === undefined ? undefined : `must be ${expected}`;
    }
  }
}

/** Joins the messages of alternatives: `must be a number, an object or a string`. */
function joinReasons(reasons: readonly string[]): string {
  const start = 'must be ';
  if (!reasons.every((reason) => reason.startsWith(start))) return reasons.join(' or ');
  return start + joinOr(reasons.map((reason) => reason.slice(start.length)));
}

/** An error of Ajv with the schema whose keyword failed. */
export type BodyError = ErrorObject;

/** How a value violates its schema, and at which path. */
export interface Violation {
  readonly path: Path;
  /** Follows the name of the value: `must be an integer, 1 to 1,000`. */
  readonly reason: string;
}

/** A violation of a JSON Schema keyword. */
export interface KeywordViolation extends Violation {
  readonly keyword: string;
  /** Name of the missing field, for `required`; `path` is that of the object. */
  readonly missing?: string;
}

/** Keywords that only repeat the errors of their subschemas. */
const choices = new Set(['oneOf', 'anyOf']);
const repeatedKeywords = new Set([...choices, 'allOf', 'if', '$ref', 'x-sandbox']);

/**
 * How informative an error is. A property is also unevaluated if the branch that defines it failed for another reason, so
 * such an error counts only if there is no other.
 */
function weight(error: ErrorObject): number {
  if (repeatedKeywords.has(error.keyword)) return 0;
  return error.keyword === 'unevaluatedProperties' ? 1 : 2;
}

function depth(error: ErrorObject): number {
  return error.instancePath.split('/').length;
}

/** A string parameter of an error. */
function parameter(error: ErrorObject, name: string): string | undefined {
  const params: Readonly<Record<string, unknown>> = error.params;
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

/** The schema whose keyword failed. `SchemaChecker` adds it to each error; errors of the OpenAPI parser lack it. */
function schemaOf({ parentSchema, keyword, params }: ErrorObject): Schema {
  if (parentSchema) return parentSchema as Schema;
  const { allowedValues } = params as { readonly allowedValues?: Schema['enum'] };
  return keyword === 'enum' && allowedValues ? { enum: allowedValues } : {};
}

/** The message for a violated bound that only the sandbox enforces; nothing for another error. */
function describeSandboxBound(
  error: ErrorObject,
  errors: readonly ErrorObject[],
): string | undefined {
  const outer = errors.find(
    ({ keyword, schemaPath }) =>
      keyword === 'x-sandbox' && error.schemaPath.startsWith(`${schemaPath}/`),
  );
  if (!outer) return undefined;
  const schema = schemaOf(outer);
  const expected = expectedValue({ ...schema, ...schema['x-sandbox'] });
  return expected && `must be ${expected}, in this sandbox`;
}

function describe(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return `${JSON.stringify(parameter(error, 'missingProperty'))} ${violationMessage('required', {}) ?? ''}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'the key is unknown';
    default:
      return violationMessage(error.keyword, schemaOf(error)) ?? error.message ?? error.keyword;
  }
}

/** Whether a value is only too large for its type: JSON text can have numbers, such as 1e400, that a double cannot. */
function isTooLarge(error: ErrorObject): boolean {
  const { type = [] } = schemaOf(error);
  const isNumber = ['number', 'integer'].some((each) => type.includes(each));
  return isNumber && (error.data === Infinity || error.data === -Infinity);
}

/** Path of an error; for an unknown key, the path of the key. */
function pathOf(error: ErrorObject): Path {
  const key = parameter(error, 'additionalProperty') ?? parameter(error, 'unevaluatedProperty');
  return [...fromPointer(error.instancePath), ...(key === undefined ? [] : [key])];
}

/** Leaves the errors of alternatives that have the type of the value, if there are any. */
function ofFittingTypes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const fitting = errors.filter(({ keyword }) => keyword !== 'type');
  return fitting.length > 0 ? fitting : errors;
}

/**
 * Picks the most informative of Ajv's errors, the deepest one first. The failed alternatives of a `oneOf` or `anyOf` at the
 * same path are joined into one message, without those of another type.
 */
export function mainViolation(errors: readonly ErrorObject[]): KeywordViolation {
  const [first] = [...errors].sort((a, b) => weight(b) - weight(a) || depth(b) - depth(a));
  if (!first) return { path: [], reason: 'is not valid', keyword: '' };
  const samePath = errors.filter((error) => error.instancePath === first.instancePath);
  const isChoice = samePath.some((error) => choices.has(error.keyword));
  const reported = isChoice
    ? ofFittingTypes(samePath.filter((error) => weight(error) === weight(first)))
    : [first];
  const large = reported.find(isTooLarge);
  const best = large ?? reported[0] ?? first;
  const missing = reported.length === 1 ? parameter(best, 'missingProperty') : undefined;
  return {
    path: pathOf(best),
    reason: large
      ? 'is a number that is too large'
      : (describeSandboxBound(best, errors) ?? joinReasons([...new Set(reported.map(describe))])),
    keyword: best.keyword,
    ...(missing !== undefined && { missing }),
  };
}

/** An error as code that Ajv compiled reports it, without the schema. */
export type AjvError = Pick<
  ErrorObject,
  'instancePath' | 'schemaPath' | 'keyword' | 'params' | 'propertyName'
>;

/** One of all violations of a value. */
export interface DetailedViolation extends Violation {
  readonly keyword: string;
  /** The schema that has the keyword. */
  readonly schema: Schema;
  /** Whether the name of the field violates the schema, not its value. */
  readonly isName: boolean;
}

/** A value, the schema that it was checked against, and the errors of both. */
interface Validation {
  readonly schema: Schema;
  readonly value: JsonValue;
  readonly errors: readonly AjvError[];
}

/** The value at a JSON Pointer, and its path, in which indexes of arrays are numbers. */
function locate(root: JsonValue, pointer: string): { path: Path; value: JsonValue | undefined } {
  let value: JsonValue | undefined = root;
  const path = fromPointer(pointer).map((name) => {
    if (Array.isArray(value)) {
      value = value[Number(name)];
      return Number(name);
    }
    value = isJsonObject(value) ? value[name] : undefined;
    return name;
  });
  return { path, value };
}

/** The schema that has a keyword: `#/properties/a/type` is in the schema of `a`. */
function schemaOfKeyword(root: Schema, schemaPath: string): Schema {
  let schema: unknown = root;
  for (const part of fromPointer(schemaPath).slice(0, -1)) {
    schema = (schema as Readonly<Record<string, unknown>> | undefined)?.[part];
  }
  return typeof schema === 'object' && schema !== null ? schema : {};
}

const isWithin = (location: string, outer: string) =>
  location === outer || location.startsWith(`${outer}/`);

/** Removes the errors of the options of `oneOf` and `anyOf`, which `violationsOfChoice` summarizes. */
function withoutOptions(errors: readonly AjvError[]): readonly AjvError[] {
  const failed = errors.filter(({ keyword }) => choices.has(keyword));
  return errors.filter(
    (error) =>
      !failed.some(
        (choice) =>
          error.schemaPath.startsWith(`${choice.schemaPath}/`) &&
          isWithin(error.instancePath, choice.instancePath),
      ),
  );
}

/** Violations of the closest option; a single one with all types when the value has none of them. */
function violationsOfChoice(whole: Validation, choice: AjvError): DetailedViolation[] {
  const { schemaPath, instancePath, keyword } = choice;
  const { path, value = null } = locate(whole.value, instancePath);
  const schema = schemaOfKeyword(whole.schema, schemaPath);
  const { passingSchemas } = choice.params as { readonly passingSchemas?: unknown };
  if (Array.isArray(passingSchemas)) {
    return [{ path, reason: 'matches more than one form', keyword, schema, isName: false }];
  }
  const options = schema[keyword === 'oneOf' ? 'oneOf' : 'anyOf'] ?? [];
  if (!options.some((option) => fitsType(option, value))) {
    const type = [...new Set(options.flatMap((option) => mergeSchema(option).type ?? []))];
    const reason = violationMessage('type', { type }) ?? 'is not valid';
    return [{ path, reason, keyword: 'type', schema: { type }, isName: false }];
  }
  const option = `${schemaPath}/${closestForm(options, value)}/`;
  const errors = whole.errors.filter(
    (error) => error.schemaPath.startsWith(option) && isWithin(error.instancePath, instancePath),
  );
  return toViolations({ ...whole, errors });
}

/** Converts one error that is not inside an option. */
function toViolation(whole: Validation, error: AjvError): DetailedViolation[] {
  const { keyword, schemaPath, propertyName } = error;
  if (choices.has(keyword)) return violationsOfChoice(whole, error);
  if (keyword === 'if' || keyword === 'propertyNames') return [];
  const params: Readonly<Record<string, unknown>> = error.params;
  const field = [
    propertyName,
    ...['missingProperty', 'additionalProperty', 'unevaluatedProperty'].map((name) => params[name]),
  ].find((name) => typeof name === 'string');
  const { path } = locate(whole.value, error.instancePath);
  const schema = schemaOfKeyword(whole.schema, schemaPath);
  const reason = violationMessage(keyword, schema) ?? `violates the documented rule "${keyword}"`;
  return [
    {
      path: field === undefined ? path : [...path, field],
      reason,
      keyword,
      schema,
      isName: propertyName !== undefined,
    },
  ];
}

const toViolations = (whole: Validation): DetailedViolation[] =>
  withoutOptions(whole.errors).flatMap((error) => toViolation(whole, error));

/** One violation per path and reason; `enum`, `const` and narrower types replace a violation of `type`. */
function withoutRepeats(violations: readonly DetailedViolation[]): DetailedViolation[] {
  const unique = new Map<string, DetailedViolation>();
  const types = ({ schema }: DetailedViolation) => [schema.type ?? []].flat().length;
  for (const violation of violations) {
    const { path, keyword, reason } = violation;
    const isKind = ['type', 'enum', 'const'].includes(keyword);
    const key = `${toPointer(path)} ${isKind ? 'kind' : reason}`;
    const other = unique.get(key);
    const isNarrower =
      other?.keyword === 'type' && (keyword !== 'type' || types(violation) < types(other));
    if (!other || isNarrower) unique.set(key, violation);
  }
  return [...unique.values()];
}

/**
 * Returns all violations of a value. Of several forms (`oneOf`, `anyOf`), only those of the closest one are returned.
 * @param schema that the value was checked against, references resolved
 * @param errors all errors that Ajv reports (`allErrors`)
 */
export function allViolations(
  schema: Schema,
  value: JsonValue,
  errors: readonly AjvError[],
): readonly DetailedViolation[] {
  return withoutRepeats(toViolations({ schema, value, errors }));
}
