import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { Schema } from './schema.ts';

/** Node and bundlers disagree about the type of the default export of this CommonJS module. */
const generate = standalone as unknown as {
  readonly default: (ajv: Ajv2020, validate: ValidateFunction) => string;
};

/** Keywords that hold a map of schemas, or a list of them. */
const nested = new Set(['properties', 'allOf', 'oneOf', 'anyOf']);
const annotations = new Set(['title', 'description', 'examples', 'default']);

/** A copy of a schema, or of a map or list of them, without annotations, which the compiled code would repeat. */
function assertionsOf(schema: unknown, isNested = false): unknown {
  if (Array.isArray(schema)) return isNested ? schema.map((part) => assertionsOf(part)) : schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(
    ([name]) => isNested || !(annotations.has(name) || name.startsWith('x-')),
  );
  return Object.fromEntries(
    entries.map(([name, part]) => [name, assertionsOf(part, !isNested && nested.has(name))]),
  );
}

/** Ajv for the request form: it reports all errors, without the schemas and messages that `allViolations` adds. */
function compile(schema: Schema): { readonly ajv: Ajv2020; readonly validate: ValidateFunction } {
  const ajv = new Ajv2020({
    // `SchemaChecker` compiles the same schemas in strict mode.
    strict: false,
    validateSchema: false,
    allErrors: true,
    messages: false,
    ownProperties: true,
    code: { source: true, esm: true },
  });
  addFormats.default(ajv);
  // A JavaScript number has at most 53 bits. The check needs code that is larger than most of these modules.
  ajv.addFormat('int64', true);
  return { ajv, validate: ajv.compile(assertionsOf(schema) as object) };
}

/** Compiles a schema as the request form does, for use in this process. */
export const formValidator = (schema: Schema): ValidateFunction => compile(schema).validate;

/**
 * Returns the source of a JavaScript module that checks a value against a schema without `eval`: its default export is a
 * validation function of Ajv. The module requires parts of Ajv: bundle it.
 */
export function formValidatorSource(schema: Schema): string {
  const { ajv, validate } = compile(schema);
  return generate.default(ajv, validate);
}
