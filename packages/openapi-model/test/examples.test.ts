import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readSpecification } from './support/document.ts';
import type { JsonValue, Schema } from '../src/index.ts';

// JSON Schema 2020-12, the dialect of OpenAPI 3.1 (section 4.8.24); `x-` keywords carry no assertion.
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

/** What a value breaks, as `path message` lines. */
function faults(schema: Schema, value: JsonValue): string[] {
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

/** Every schema below a schema, with the examples it carries. */
function fieldExamples(schema: Schema): (readonly [Schema, JsonValue])[] {
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ...(schema.allOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
  ];
  const own = (schema.examples ?? []).map((example) => [schema, example] as const);
  return [...own, ...parts.flatMap(fieldExamples)];
}

describe.each(['device', 'platform'] as const)('examples of the %s document', (name) => {
  const { operations } = readSpecification(name);
  const cases = operations.map((operation) => [operation.id, operation] as const);

  it.each(cases)('%s: the request fits its schema', (_id, operation) => {
    expect(faults(operation.requestSchema, operation.requestExample)).toEqual([]);
  });

  it.each(cases)('%s: the answer fits its schema', (_id, operation) => {
    expect(faults(operation.responseSchema, operation.responseExample)).toEqual([]);
  });

  it.each(cases)('%s: the examples of single fields fit', (_id, operation) => {
    const examples = [operation.requestSchema, operation.responseSchema].flatMap(fieldExamples);
    expect(examples.flatMap(([schema, example]) => faults(schema, example))).toEqual([]);
  });
});

it('a value that does not fit is found', () => {
  const [operation] = readSpecification('device').operations;
  expect(faults(operation?.requestSchema ?? {}, 'text')).not.toEqual([]);
});
