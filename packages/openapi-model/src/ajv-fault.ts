import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Path } from './json.ts';
import { fromPointer } from './pointer.ts';

/** What is wrong with a value, and where inside it. */
export interface Fault {
  readonly path: Path;
  readonly reason: string;
}

/** Keywords that only repeat what the schemas below them have said. */
const choices = new Set(['oneOf', 'anyOf']);
const echoes = new Set([...choices, 'allOf', 'if', '$ref']);

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

function list(values: unknown): string {
  return (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ');
}

function describe(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'required':
      return `${JSON.stringify(params.missingProperty)} is missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'the key is unknown';
    case 'enum':
      return `must be one of ${list(params.allowedValues)}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    default:
      return error.message ?? error.keyword;
  }
}

/** Where an error is; for a key that may not be there, the key. */
function pathOf(error: ErrorObject): Path {
  const params = error.params as Readonly<Record<string, unknown>>;
  const key = params.additionalProperty ?? params.unevaluatedProperty;
  return [...fromPointer(error.instancePath), ...(typeof key === 'string' ? [key] : [])];
}

/**
 * The most telling of ajv's errors: what says most, deepest in the value first. The options of a choice that
 * fail at the same place are named together.
 */
export function tellingFault(errors: readonly ErrorObject[]): Fault {
  const [best] = [...errors].sort((a, b) => weight(b) - weight(a) || depth(b) - depth(a));
  if (!best) return { path: [], reason: 'is not valid' };
  const here = errors.filter((error) => error.instancePath === best.instancePath);
  const isChoice = here.some((error) => choices.has(error.keyword));
  const told = isChoice ? here.filter((error) => weight(error) === weight(best)) : [best];
  return {
    path: pathOf(best),
    reason: [...new Set(told.map(describe))].join(' or '),
  };
}
