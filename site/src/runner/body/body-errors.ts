import type { Field, JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema, schemaFields } from '@anedya-docs/openapi-model/fields';
import { violationMessage } from '@anedya-docs/openapi-model/violations';
import { validate, type OutputUnit } from '@cfworker/json-schema';
import { parseBody, type BodyError } from './json-text';
import { inexactInteger } from './numbers';
import { isObject, pathKey, valueAt, type Path } from './path';

/** A keyword of JSON Schema, its schema, and the value that violates it. */
interface Violation {
  readonly keyword: string;
  readonly schema: Schema;
  readonly value: JsonValue | undefined;
}

const undescribed = 'Not a documented field';

/** True for a number that the editor stores as a string because JavaScript would round it. */
function isTooLarge({ type = [] }: Schema, value: JsonValue | undefined): boolean {
  const isNumeric = ['integer', 'number'].some((numeric) => [type].flat().includes(numeric));
  return isNumeric && typeof value === 'string' && /^-?\d{16,}$/.test(value.trim());
}

/** Error message for a violation, as the sandbox and the proxy write it: one sentence without a period. */
function errorMessage({ keyword, schema, value }: Violation): string {
  if (keyword === 'type' && isTooLarge(schema, value)) return inexactInteger;
  if (keyword === 'false') return undescribed;
  const text = violationMessage(keyword, schema);
  if (text === undefined) return `Violates the documented rule "${keyword}"`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Tokens of a validator location such as `#/data/0/a~1b`: a percent-encoded JSON pointer. */
function partsOf(location: string): string[] {
  const escaped = location.split('/').slice(1);
  return escaped.map((part) =>
    decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'),
  );
}

/** Converts an instance location to a path; array indexes become numbers. */
function instancePath(root: JsonValue, location: string): Path {
  let value: JsonValue | undefined = root;
  return partsOf(location).map((part) => {
    if (Array.isArray(value)) {
      value = value[Number(part)];
      return Number(part);
    }
    value = isObject(value) ? value[part] : undefined;
    return part;
  });
}

/** The schema that contains a keyword location: `#/properties/a/type` is in the schema of `a`. */
function schemaOfKeyword(root: Schema, location: string): Schema {
  let schema: unknown = root;
  for (const part of partsOf(location).slice(0, -1)) {
    schema = (schema as Readonly<Record<string, unknown>> | undefined)?.[part];
  }
  return typeof schema === 'object' && schema !== null ? schema : {};
}

/** An error and the JSON Schema keyword that it violates. */
interface KeywordError extends BodyError {
  readonly keyword: string;
  /** Number of types that a violated `type` allows. */
  readonly types: number;
}

/** Keywords whose errors only repeat the nested errors. */
const containerKeywords = new Set([
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ...['items', 'prefixItems', 'unevaluatedItems', 'propertyNames', 'dependentSchemas'],
  ...['allOf', 'if'],
]);

const isWithin = (location: string, outer: string) =>
  location === outer || location.startsWith(`${outer}/`);

/** Removes the errors of the alternatives of `oneOf` and `anyOf`, which `errorsOfChoice` summarizes. */
function withoutFormErrors(errors: readonly OutputUnit[]): OutputUnit[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  return errors.filter(
    (error) =>
      !choices.some(
        (choice) =>
          error.keywordLocation.startsWith(`${choice.keywordLocation}/`) &&
          isWithin(error.instanceLocation, choice.instanceLocation),
      ),
  );
}

/** Distance of a value from a form: a wrong type counts most, then wrong fixed values, then the number of errors. */
function distance(errors: readonly KeywordError[]): number {
  const fixed = errors.filter(({ keyword }) => keyword === 'const' || keyword === 'enum').length;
  return (isOfOtherType(errors) ? 1e6 : 0) + fixed * 1e3 + errors.length;
}

const isOfOtherType = (errors: readonly KeywordError[]) =>
  errors.some(({ path, keyword }) => path.length === 0 && keyword === 'type');

/** Index of the form that a value matches or is closest to. */
export function closestForm(options: readonly Schema[], value: JsonValue): number {
  const distances = options.map((option) => distance(keywordErrors(option, value)));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** Errors of the closest form; a single error with all types when the value has none of them. */
function errorsOfForms(options: readonly Schema[], value: JsonValue): readonly KeywordError[] {
  const option = options[closestForm(options, value)];
  const errors = option ? keywordErrors(option, value) : [];
  if (!isOfOtherType(errors)) return errors;
  const type = [...new Set(options.flatMap((other) => mergeSchema(other).type ?? []))];
  const message = errorMessage({ keyword: 'type', schema: { type }, value });
  return [{ path: [], message, keyword: 'type', types: type.length }];
}

function errorsOfChoice(options: readonly Schema[], value: JsonValue, path: Path): KeywordError[] {
  const errors = errorsOfForms(options, value);
  if (errors.length === 0) {
    const message = 'Matches more than one form';
    return [{ path, message, keyword: 'oneOf', types: 0 }];
  }
  return errors.map((error) => ({ ...error, path: [...path, ...error.path] }));
}

/** Converts one validator error. */
function toKeywordErrors(root: Schema, body: JsonValue, error: OutputUnit): KeywordError[] {
  const { keyword, keywordLocation } = error;
  if (containerKeywords.has(keyword)) return [];
  const path = instancePath(body, error.instanceLocation);
  const value = valueAt(body, path);
  // A schema `false` has no keyword, and the validator gives the location of the value instead.
  const schema = keyword === 'false' ? {} : schemaOfKeyword(root, keywordLocation);
  if (keyword === 'oneOf' || keyword === 'anyOf') {
    return errorsOfChoice(schema[keyword] ?? [], value ?? null, path);
  }
  if (keyword === 'required') {
    const missing = schema.required?.filter((name) => valueAt(value, [name]) === undefined) ?? [];
    return missing.map((name) => ({
      path: [...path, name],
      message: errorMessage({ keyword, schema, value: undefined }),
      keyword,
      types: 0,
    }));
  }
  const isName = keywordLocation.includes('/propertyNames/');
  const message = errorMessage({ keyword, schema, value: isName ? path.at(-1) : value });
  const types = typeof schema.type === 'string' ? 1 : (schema.type?.length ?? 0);
  return [{ path, message: isName ? `Key: ${message}` : message, keyword, types }];
}

/** One error per path and message; `enum`, `const` and narrower types replace an error of `type`. */
function withoutRepeats(errors: readonly KeywordError[]): KeywordError[] {
  const unique = new Map<string, KeywordError>();
  for (const error of errors) {
    const pointer = pathKey(error.path);
    const isKind = ['type', 'enum', 'const'].includes(error.keyword);
    const key = `${pointer} ${isKind ? 'kind' : error.message}`;
    const other = unique.get(key);
    const isNarrower =
      other?.keyword === 'type' && (error.keyword !== 'type' || error.types < other.types);
    if (!other || isNarrower) unique.set(key, error);
  }
  return [...unique.values()];
}

/** All errors of a value by JSON Schema (draft 2020-12), each with its keyword. */
function keywordErrors(schema: Schema, value: JsonValue): readonly KeywordError[] {
  // References are already resolved.
  const { errors: units } = validate(value, schema as object, '2020-12', {}, false);
  const errors = withoutFormErrors(units).flatMap((error) => toKeywordErrors(schema, value, error));
  return withoutRepeats(errors);
}

/** Fields inside a field, including those of its variants. */
const inside = (field: Field): readonly Field[] => [
  ...field.children,
  ...field.variants.flatMap(({ children }) => children),
];

/** Fields that describe a key: those with its name, otherwise the entries of a map. */
function fieldsNamed(fields: readonly Field[], name: string): readonly Field[] {
  const same = fields.filter((field) => field.name === name);
  return same.length > 0 ? same : fields.filter((field) => field.name.startsWith('{'));
}

/**
 * Paths of the fields that no schema describes. They are valid by JSON Schema, but the platform may reject or ignore
 * them. A value without described fields may have any.
 * @param fields result of `schemaFields` for the value
 */
function undescribedFields(fields: readonly Field[], value: JsonValue): readonly Path[] {
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

/**
 * Validates a value: returns all violations of the schema, then the fields that the schema does not describe. Of several
 * forms, only the errors of the closest one are returned. Works without `eval`, which the security policy forbids.
 * @param schema with references resolved
 */
export function schemaErrors(schema: Schema, value: JsonValue): readonly BodyError[] {
  try {
    const errors = keywordErrors(schema, value).map(({ path, message }) => ({ path, message }));
    const known = new Set(errors.map(({ path }) => pathKey(path)));
    const others = undescribedFields(schemaFields(schema), value)
      .filter((path) => !known.has(pathKey(path)))
      .map((path) => ({ path, message: undescribed }));
    return [...errors, ...others];
  } catch (error) {
    // The validator cannot encode a lone surrogate in a location.
    if (!(error instanceof URIError)) throw error;
    return [{ path: [], message: 'A field name contains a lone surrogate (half a character)' }];
  }
}

/**
 * Errors of the text of a body: invalid JSON, values that JavaScript cannot represent, and violations of the schema. Empty for a valid
 * body.
 */
export function bodyErrors(schema: Schema, text: string): readonly BodyError[] {
  const parsed = parseBody(text);
  if (parsed.kind === 'broken') {
    const { line, column, message } = parsed;
    return [{ path: [], message: `Line ${line}, column ${column}: ${message}` }];
  }
  return [...parsed.losses, ...schemaErrors(schema, parsed.value)];
}
