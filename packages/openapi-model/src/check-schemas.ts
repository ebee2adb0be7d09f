import type { DocumentNode } from './document-node.ts';
import { schemaFields, undescribedField } from './fields.ts';
import { isJsonObject } from './json-object.ts';
import type { RawOperation } from './read-operation.ts';
import { SchemaChecker } from './schema-checker.ts';
import type { DocumentError } from './source.ts';

/** Keywords whose value is a schema, a list of schemas or a map of schemas (JSON Schema 2020-12, core 10). */
const single = [
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['$defs', 'dependentSchemas', 'patternProperties', 'properties'];

/**
 * Yields a schema and all its subschemas, outer ones first.
 * @param seen schema objects to skip; visited ones are added
 */
function* walkSchemas(schema: DocumentNode, seen = new Set<unknown>()): Generator<DocumentNode> {
  if (!isJsonObject(schema.value) || seen.has(schema.value)) return;
  seen.add(schema.value);
  yield schema;
  for (const keyword of single) yield* walkSchemas(schema.at(keyword), seen);
  for (const keyword of lists) {
    for (const part of schema.at(keyword).items()) yield* walkSchemas(part, seen);
  }
  for (const keyword of maps) {
    for (const [, part] of schema.at(keyword).entries()) yield* walkSchemas(part, seen);
  }
}

/** The location in Ajv's message, which is relative to the compiled schema. */
const location = /( ignored in schema)? at (path )?"#[^"]*"/;

/** Why a schema does not compile, or nothing. */
function compileError(checker: SchemaChecker, schema: DocumentNode): string | undefined {
  try {
    checker.compile(schema.object);
    return undefined;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(location, '');
  }
}

function invalid(schema: DocumentNode, reason: string): DocumentError {
  return schema.error(`the schema ${schema.pointer} is not valid: ${reason}`);
}

/**
 * Checks that a schema compiles: every keyword is known and has an effect.
 * @throws DocumentError at the innermost subschema with the error
 */
function checkCompiles(checker: SchemaChecker, schema: DocumentNode): void {
  const reason = compileError(checker, schema);
  if (reason === undefined) return;
  const failing = [...walkSchemas(schema)].filter((part) => compileError(checker, part) === reason);
  throw invalid(failing.at(-1) ?? schema, reason);
}

/**
 * Checks a schema against the meta-schema of JSON Schema, and that it compiles.
 * @throws DocumentError that names the location and the reason
 */
function checkSchema(checker: SchemaChecker, schema: DocumentNode): void {
  if (!isJsonObject(schema.value)) throw invalid(schema, 'write an object, {} for any value');
  const violation = checker.checkSchema(schema.object);
  if (violation) throw invalid(schema.at(...violation.path), violation.reason);
  checkCompiles(checker, schema);
}

/**
 * Checks that no subschema is just `true` or `false`: a page could not describe it.
 * @throws DocumentError at the first one that is
 */
function checkParts(schema: DocumentNode): void {
  const parts = [
    schema.at('items'),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema.at(keyword).items()),
    ...schema
      .at('properties')
      .entries()
      .map(([, property]) => property),
  ];
  const boolean = parts.find(({ value }) => typeof value === 'boolean');
  if (boolean) throw invalid(boolean, 'write an object, {} for any value');
}

/** A schema, the examples next to it, and where it is used: `operation "node-create"`. */
interface Use {
  readonly owner: string;
  readonly schema: DocumentNode;
  readonly examples: readonly DocumentNode[];
}

function mediaUse(owner: string, message: DocumentNode): Use {
  const media = message.at('content', 'application/json');
  const examples = media.at('examples').entries();
  return {
    owner,
    schema: media.at('schema'),
    examples: examples.map(([, example]) => example.at('value')),
  };
}

function operationUses({ id, item, operation }: RawOperation): Use[] {
  const owner = `operation "${id}"`;
  const responses = operation.at('responses').entries();
  const parameters = [item, operation].flatMap((node) => node.at('parameters').items());
  return [
    mediaUse(owner, operation.at('requestBody')),
    ...responses.map(([, response]) => mediaUse(owner, response)),
    ...parameters.map((parameter) => ({ owner, schema: parameter.at('schema'), examples: [] })),
  ];
}

function sharedUses(root: DocumentNode): Use[] {
  const messages = ['pushed', 'published'].flatMap((list) => root.at('x-mqtt', list).items());
  const schemas = root.at('components', 'schemas').entries();
  return [
    ...messages.map((message) => ({
      owner: `the message on ${message.at('topic').text ?? ''}`,
      schema: message.at('schema'),
      examples: [message.at('example')],
    })),
    ...schemas.map(([name, schema]) => ({ owner: `schema "${name}"`, schema, examples: [] })),
  ];
}

function checkExample(
  checker: SchemaChecker,
  owner: string,
  schema: DocumentNode,
  example: DocumentNode,
): void {
  const violation = checker.check(schema.object, example.value ?? null);
  if (!violation) return;
  const part = example.at(...violation.path);
  throw part.error(
    `an example of ${owner} violates its schema at ${part.pointer}: ${violation.reason}`,
  );
}

/** Checks that the schema describes every field of an example. */
function checkDescribed(owner: string, schema: DocumentNode, example: DocumentNode): void {
  const path = undescribedField(schemaFields(schema.object), example.value ?? null);
  if (!path) return;
  const field = example.at(...path);
  throw field.error(
    `an example of ${owner} has a field its schema does not describe, at ${field.pointer}: describe it or remove it`,
  );
}

/**
 * Checks every schema of the dereferenced document, and every example against its schema: examples of request and response
 * bodies, of schemas and of MQTT messages.
 * @throws DocumentError that names the location, the operation and the reason
 */
export function checkSchemas(root: DocumentNode, operations: readonly RawOperation[]): void {
  const checker = new SchemaChecker();
  const seen = new Set<unknown>();
  for (const { owner, schema, examples } of [
    ...operations.flatMap(operationUses),
    ...sharedUses(root),
  ]) {
    if (!seen.has(schema.value)) checkSchema(checker, schema);
    for (const example of examples) {
      checkExample(checker, owner, schema, example);
      checkDescribed(owner, schema, example);
    }
    for (const part of walkSchemas(schema, seen)) {
      checkParts(part);
      const partExamples = part.at('examples').items();
      if (partExamples.length > 0) checkCompiles(checker, part);
      for (const example of partExamples) checkExample(checker, owner, part, example);
    }
  }
}
