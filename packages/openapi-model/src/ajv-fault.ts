import type { ErrorObject } from 'ajv/dist/2020.js';
import { expectedValue } from './expected-value.ts';
import type { Path } from './json.ts';
import { fromPointer } from './pointer.ts';
import type { Schema } from './types.ts';
import { violation } from './violation.ts';

/** What is wrong with a value, and where inside it. */
export interface Fault {
  readonly path: Path;
  /** Goes on from the name of the value: `must be an integer, 1 to 1,000`. */
  readonly reason: string;
}

/** A fault that a keyword of JSON Schema has found. */
export interface KeywordFault extends Fault {
  readonly keyword: string;
  /** Name of the field that the object at `path` lacks, when that is the fault. */
  readonly missing?: string;
}

/** Keywords that only repeat what the schemas below them have said. */
const choices = new Set(['oneOf', 'anyOf']);
const echoes = new Set([...choices, 'allOf', 'if', '$ref', 'x-sandbox']);

/**
 * How much an error says. A key counts as unevaluated also when the branch that knows it failed for another
 * reason, so such an error counts only when there is no other.
 */
function weight(error: ErrorObject): number {
  if (echoes.has(error.keyword)) return 0;
  return error.keyword === 'unevaluatedProperties' ? 1 : 2;
}

function depth(error: ErrorObject): number {
  return error.instancePath.split('/').length;
}

/** The text under a name of an error's parameters. */
function parameter(error: ErrorObject, name: string): string | undefined {
  const params: Readonly<Record<string, unknown>> = error.params;
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

/** The schema whose keyword failed, as far as it is known: our checker keeps it with each error, a parser's does not. */
function schemaOf({ parentSchema, keyword, params }: ErrorObject): Schema {
  if (parentSchema) return parentSchema as Schema;
  const { allowedValues } = params as { readonly allowedValues?: Schema['enum'] };
  return keyword === 'enum' && allowedValues ? { enum: allowedValues } : {};
}

/** What a value must be, when a bound that only the sandbox has is broken; nothing otherwise. */
function describeSandbox(error: ErrorObject, errors: readonly ErrorObject[]): string | undefined {
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
      return `${JSON.stringify(parameter(error, 'missingProperty'))} ${violation('required', {}) ?? ''}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'the key is unknown';
    default:
      return violation(error.keyword, schemaOf(error)) ?? error.message ?? error.keyword;
  }
}

/** Where an error is; for a key that may not be there, the key. */
function pathOf(error: ErrorObject): Path {
  const key = parameter(error, 'additionalProperty') ?? parameter(error, 'unevaluatedProperty');
  return [...fromPointer(error.instancePath), ...(key === undefined ? [] : [key])];
}

/**
 * The most telling of ajv's errors: what says most, deepest in the value first. The options of a choice that
 * fail at the same place are named together.
 */
export function tellingFault(errors: readonly ErrorObject[]): KeywordFault {
  const [best] = [...errors].sort((a, b) => weight(b) - weight(a) || depth(b) - depth(a));
  if (!best) return { path: [], reason: 'is not valid', keyword: '' };
  const here = errors.filter((error) => error.instancePath === best.instancePath);
  const isChoice = here.some((error) => choices.has(error.keyword));
  const told = isChoice ? here.filter((error) => weight(error) === weight(best)) : [best];
  const missing = told.length === 1 ? parameter(best, 'missingProperty') : undefined;
  return {
    path: pathOf(best),
    reason: describeSandbox(best, errors) ?? [...new Set(told.map(describe))].join(' or '),
    keyword: best.keyword,
    ...(missing !== undefined && { missing }),
  };
}
