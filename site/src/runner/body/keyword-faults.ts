import { validate, type OutputUnit } from '@cfworker/json-schema';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import type { BodyFault } from './body-faults';
import { faultMessage } from './fault-message';
import { pathKey, valueAt, type Path } from './path';
import { instancePath, schemaOfKeyword } from './validator-places';

/** A fault and the keyword of JSON Schema it breaks. */
export interface KeywordFault extends BodyFault {
  readonly keyword: string;
  /** How many types a broken `type` allows. */
  readonly types: number;
}

/** Keywords whose errors only repeat what the errors inside them say. */
const echoes = new Set([
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ...['items', 'prefixItems', 'unevaluatedItems', 'propertyNames', 'dependentSchemas'],
  ...['allOf', 'if'],
]);

const isWithin = (location: string, outer: string) =>
  location === outer || location.startsWith(`${outer}/`);

/** Errors without those of the forms of a choice, which `faultsOfChoice` sums up. */
function withoutForms(errors: readonly OutputUnit[]): OutputUnit[] {
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

/** How far faults are from a fit: another type counts most, then a wrong fixed value, then their number. */
function distance(faults: readonly KeywordFault[]): number {
  const fixed = faults.filter(({ keyword }) => keyword === 'const' || keyword === 'enum').length;
  return (isOfOtherType(faults) ? 1e6 : 0) + fixed * 1e3 + faults.length;
}

const isOfOtherType = (faults: readonly KeywordFault[]) =>
  faults.some(({ path, keyword }) => path.length === 0 && keyword === 'type');

/** Index of the form, of several, that a value fits or comes closest to. */
export function closestForm(options: readonly Schema[], value: JsonValue): number {
  const distances = options.map((option) => distance(keywordFaults(option, value)));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** Faults of the closest form; one that names the types of all when the value is of none of them. */
function faultsOfForms(options: readonly Schema[], value: JsonValue): readonly KeywordFault[] {
  const option = options[closestForm(options, value)];
  const faults = option ? keywordFaults(option, value) : [];
  if (!isOfOtherType(faults)) return faults;
  const type = [...new Set(options.flatMap((other) => mergeSchema(other).type ?? []))];
  const message = faultMessage({ keyword: 'type', schema: { type }, value });
  return [{ path: [], message, keyword: 'type', types: type.length }];
}

function faultsOfChoice(options: readonly Schema[], value: JsonValue, path: Path): KeywordFault[] {
  const faults = faultsOfForms(options, value);
  if (faults.length === 0) {
    const message = 'Fits more than one of its forms';
    return [{ path, message, keyword: 'oneOf', types: 0 }];
  }
  return faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] }));
}

/** Faults that one error of the validator stands for. */
function faultsOfError(root: Schema, body: JsonValue, error: OutputUnit): KeywordFault[] {
  const { keyword, keywordLocation } = error;
  if (echoes.has(keyword)) return [];
  const path = instancePath(body, error.instanceLocation);
  const value = valueAt(body, path);
  // A schema `false` has no keyword, and the validator gives the location of the value instead.
  const schema = keyword === 'false' ? {} : schemaOfKeyword(root, keywordLocation);
  if (keyword === 'oneOf' || keyword === 'anyOf') {
    return faultsOfChoice(schema[keyword] ?? [], value ?? null, path);
  }
  if (keyword === 'required') {
    const missing = schema.required?.filter((name) => valueAt(value, [name]) === undefined) ?? [];
    return missing.map((name) => ({
      path: [...path, name],
      message: faultMessage({ keyword, schema, value: undefined }),
      keyword,
      types: 0,
    }));
  }
  const isName = keywordLocation.includes('/propertyNames/');
  const message = faultMessage({ keyword, schema, value: isName ? path.at(-1) : value });
  const types = typeof schema.type === 'string' ? 1 : (schema.type?.length ?? 0);
  return [{ path, message: isName ? `Its name: ${message}` : message, keyword, types }];
}

/** One fault for each place and message; a list of values or a narrower type says what a type would say. */
function withoutRepeats(faults: readonly KeywordFault[]): KeywordFault[] {
  const kept = new Map<string, KeywordFault>();
  for (const fault of faults) {
    const place = pathKey(fault.path);
    const isKind = ['type', 'enum', 'const'].includes(fault.keyword);
    const key = `${place} ${isKind ? 'kind' : fault.message}`;
    const other = kept.get(key);
    const isNarrower =
      other?.keyword === 'type' && (fault.keyword !== 'type' || fault.types < other.types);
    if (!other || isNarrower) kept.set(key, fault);
  }
  return [...kept.values()];
}

/** All faults of a value against the rules of JSON Schema (draft 2020-12), each with its keyword. */
export function keywordFaults(schema: Schema, value: JsonValue): readonly KeywordFault[] {
  // References are resolved when the document is read, so there is nothing to look up.
  const { errors } = validate(value, schema as object, '2020-12', {}, false);
  const faults = withoutForms(errors).flatMap((error) => faultsOfError(schema, value, error));
  return withoutRepeats(faults);
}
