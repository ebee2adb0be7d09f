import { expect, it } from 'vitest';
import { typeName, type Schema } from '../src/index.ts';

const string: Schema = { type: 'string' };

it.each<[Schema, string]>([
  [string, 'string'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ oneOf: [{ type: 'number' }, string, { type: 'object' }] }, 'number, string or object'],
  [{ anyOf: [string, string] }, 'string'],
  [
    { oneOf: [{ oneOf: [string, { type: 'null' }] }, { type: 'number' }] },
    'string, null or number',
  ],
  [{ oneOf: [string] }, 'string'],
  [{ type: 'array' }, 'array of any'],
  [{ type: 'array', items: { type: 'array', items: string } }, 'array of array of string'],
  [{ type: 'object', additionalProperties: string }, 'map'],
  [{ type: 'object', additionalProperties: false }, 'object'],
  [{ properties: {} }, 'object'],
  [{}, 'any'],
  [{ allOf: [string] }, 'string'],
  [{ allOf: [{ type: 'object', additionalProperties: string }] }, 'map'],
  [{ allOf: [{ oneOf: [string, { type: 'number' }] }] }, 'string or number'],
])('the type of %j is %s', (schema, name) => {
  expect(typeName(schema)).toBe(name);
});
