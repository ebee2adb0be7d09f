import { describe, expect, it } from 'vitest';
import { edited, errorOf, type ErrorCase } from './support/document.ts';
import { expectError } from './support/expect-error.ts';

const examples: readonly ErrorCase[] = [
  [
    'of a request',
    'name: a\n',
    'name: 3\n',
    'name: 3',
    /^an example of operation "node-create" violates its schema at #\/paths\/~1node~1create\/post\/requestBody\/content\/application~1json\/examples\/default\/value\/name: must be a string, at most 5 characters$/,
  ],
  [
    'of a request, not the default',
    '{ name: b, tags: [{ key: k }] }',
    '{ name: b, tags: [{ key: [] }] }',
    'key: []',
    /examples\/tagged\/value\/tags\/0\/key: must be a string$/,
  ],
  [
    'without a required field',
    'value: { name: b, tags: [{ key: k }] }',
    'value: { tags: [] }',
    'tags: []',
    /tagged\/value: "name" is missing$/,
  ],
  [
    'of a response',
    'value: { rows: [] }',
    'value: rows',
    'value: rows',
    /^an example of operation "data-get" .*responses\/200\/.*\/value: must be an object$/,
  ],
  [
    'of a shared response',
    'schema: { type: object, properties: { success: { const: false } } }',
    'schema: { const: 1 }\n          examples: { default: { value: 2 } }',
    'value: 2',
    /^an example of operation "node-create" .* #\/components\/responses\/Failure\/.*: must be 1$/,
  ],
  [
    'of a field',
    'examples: [short]',
    'examples: [short, longer]',
    'longer',
    /^an example of operation "node-create" .* #\/components\/schemas\/Request\/properties\/name\/examples\/1: must be a string, at most 5/,
  ],
  [
    'of a parameter',
    '      tags: [Data]\n',
    '      tags: [Data]\n      parameters: [{ name: a, in: query, schema: { type: integer, examples: [b] } }]\n',
    'parameters',
    /^an example of operation "data-get" .*parameters\/0\/schema\/examples\/0: must be an integer$/,
  ],
  [
    'of a schema that no operation uses',
    '    Tag:\n',
    '    Unused: { enum: [x, z], examples: [y] }\n    Tag:\n',
    'Unused',
    /^an example of schema "Unused" .*: must be one of "x", "z"$/,
  ],
  [
    'of a pushed message',
    'example: { id: c1 }',
    'example: { id: 1 }',
    'example: { id: 1 }',
    /^an example of the message on commands .* #\/x-mqtt\/pushed\/0\/example\/id: must be a string$/,
  ],
  [
    'with a key that is not allowed',
    'schema: { type: object }\n            ',
    'schema: { type: object, additionalProperties: false }\n            ',
    'all: true',
    /value\/all: the key is unknown$/,
  ],
  [
    'with a field that is not described',
    'value: { name: b, tags: [{ key: k }] }',
    'value: { name: b, tags: [{ key: k, kind: x }] }',
    'kind: x',
    /^an example of operation "node-create" has a field its schema does not describe, at #\/paths\/.*\/tags\/0\/kind: describe it or remove it$/,
  ],
  [
    'of a format',
    'key: { type: string }',
    'key: { type: string, format: uuid }',
    'key: k',
    /must be a UUID such as/,
  ],
  [
    'of two matching alternatives',
    'key: { type: string }',
    'key: { oneOf: [{ type: string }, { maxLength: 9, type: string }] }',
    'key: k',
    /\/key: must match exactly one schema in oneOf$/,
  ],
  [
    'of no matching alternative',
    'key: { type: string }',
    'key: { oneOf: [{ type: number }, { type: boolean }] }',
    'key: k',
    /\/key: must be a number or true or false$/,
  ],
  [
    'of the alternative that has its type',
    'key: { type: string }',
    'key: { oneOf: [{ type: number }, { type: string, minLength: 2 }] }',
    'key: k',
    /\/key: must be a string, at least 2 characters$/,
  ],
];

describe('an example that violates its schema', () => {
  it.each(examples)('%s: names location, operation and reason', async (...errorCase) =>
    expectError(errorCase),
  );
});

const schemas: readonly ErrorCase[] = [
  [
    'an unknown type',
    'key: { type: string }',
    'key: { type: strng }',
    'strng',
    /^the schema #\/components\/schemas\/Tag\/properties\/key\/type is not valid: must be one of "array"/,
  ],
  [
    'a misspelled keyword',
    'maxLength: 5',
    'maxLenght: 5',
    'name:\n          type: string',
    /^the schema #\/components\/schemas\/Request\/properties\/name is not valid: .*"maxLenght"/,
  ],
  [
    'a keyword without effect',
    'key: { type: string }',
    'key: { type: string, minimum: 3 }',
    'minimum: 3',
    /^the schema #\/components\/schemas\/Tag\/properties\/key is not valid: .*"minimum"/,
  ],
  [
    'an unknown unit',
    'key: { type: string }',
    'key: { type: string, x-unit: hours }',
    'hours',
    /x-unit/,
  ],
  [
    'an unknown kind of value',
    'key: { type: string }',
    'key: { type: string, x-value: api key }',
    'api key',
    /x-value/,
  ],
  [
    'a kind of value on a field that is not a string',
    'key: { type: string }',
    'key: { type: integer, x-value: node id }',
    'x-value',
    /x-value/,
  ],
  [
    'an offset from now that is not a number of seconds',
    'key: { type: string }',
    'key: { type: integer, x-from-now: PT1H }',
    'x-from-now',
    /x-from-now/,
  ],
  [
    'an unknown extension',
    'key: { type: string }',
    'key: { type: string, x-unti: seconds }',
    'x-unti',
    /"x-unti"/,
  ],
  [
    'an unknown format',
    'key: { type: string }',
    'key: { type: string, format: guid }',
    'format: guid',
    /"guid"/,
  ],
  [
    'a field that is just true',
    'key: { type: string }',
    'key: true',
    'key: true',
    /Tag\/properties\/key is not valid: write an object/,
  ],
  [
    'examples in a subschema without a type',
    'key: { type: string }',
    'key: { type: string, allOf: [{ maxLength: 3, examples: [abc] }] }',
    'key: { type',
    /Tag\/properties\/key\/allOf\/0 is not valid: .*missing type "string"/,
  ],
  [
    'a body that is just true',
    'schema: { type: object }\n            ',
    'schema: true\n            ',
    'schema: true',
    /write an object/,
  ],
];

describe('a schema', () => {
  it.each(schemas)('with %s is rejected', async (...errorCase) => expectError(errorCase));

  it('can have our extensions and those of OpenAPI', async () => {
    const text = edited(
      'key: { type: string }',
      "key: { type: string, x-unit: seconds, x-value: node id, x-key: k, x-provisional: p, example: e, externalDocs: { url: 'https://a.example' } }",
    );
    await expect(errorOf(text)).rejects.toThrow('the document was accepted');
  });

  it('can require in a branch a property of the outer schema', async () => {
    const text = edited(
      'required: [name]',
      'if: { required: [tags] }\n      then: { required: [name] }',
    );
    await expect(errorOf(text)).rejects.toThrow('the document was accepted');
  });
});
