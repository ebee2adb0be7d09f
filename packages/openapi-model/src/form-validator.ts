import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { createAjv } from './schema-checker.ts';
import type { Schema } from './schema.ts';

/** Node and bundlers disagree about the type of the default export of this CommonJS module. */
const generate = standalone as unknown as {
  readonly default: (
    ajv: Ajv2020,
    validate: ValidateFunction | Readonly<Record<string, string>>,
  ) => string;
};

/** Keywords that hold a map of schemas, or a list of them. */
const nested = new Set(['properties', 'allOf', 'oneOf', 'anyOf']);
const annotations = new Set(['description', 'examples', 'default']);
const texts = new Set(['x-provisional', 'x-evidence', 'x-value']);

/** A copy of a schema, or of a map or list of them, without some keywords. */
function without(
  isLeftOut: (keyword: string) => boolean,
  schema: unknown,
  isNested = false,
): unknown {
  if (Array.isArray(schema)) {
    return isNested ? schema.map((part) => without(isLeftOut, part)) : schema;
  }
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name]) => isNested || !isLeftOut(name));
  return Object.fromEntries(
    entries.map(([name, part]) => [name, without(isLeftOut, part, !isNested && nested.has(name))]),
  );
}

/** A copy of a schema without texts for readers, which compiled code and data for programs need not repeat. */
export const withoutTexts = (schema: Schema): Schema =>
  without((name) => annotations.has(name) || texts.has(name), schema) as Schema;

/** A copy of a schema with its assertions only. */
const assertionsOf = (schema: Schema) =>
  without((name) => annotations.has(name) || name.startsWith('x-'), schema) as object;

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
  // A JavaScript number has at most 53 bits. The checks need code that is larger than most of these modules.
  for (const format of ['int64', 'double']) ajv.addFormat(format, true);
  return { ajv, validate: ajv.compile(assertionsOf(schema)) };
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

/**
 * Returns the source of a JavaScript module that checks request bodies as the sandbox does, without `eval`: it exports one
 * validation function of Ajv by each name. The module requires parts of Ajv: bundle it.
 * @param schemas by name, an identifier of JavaScript
 * @throws Error if a schema does not compile
 */
export function sandboxValidatorsSource(schemas: Readonly<Record<string, Schema>>): string {
  const ajv = createAjv({ isSandbox: true }, { source: true, esm: true });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
  return generate.default(
    ajv,
    Object.fromEntries(Object.keys(schemas).map((name) => [name, name])),
  );
}
