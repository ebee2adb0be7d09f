import { expect, it } from 'vitest';
import { bodyFault, type JsonValue, type Schema } from '../src/index.ts';

const schema: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 5 },
    tags: { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } } },
  },
};

it('a body that fits has no fault', () => {
  expect(bodyFault(schema, { name: 'a', tags: [{ key: 'k' }] })).toBeUndefined();
});

it.each<[string, JsonValue, (string | number)[], string]>([
  ['a missing field', {}, [], '"name" is missing'],
  [
    'a value beyond a limit',
    { name: 'longer' },
    ['name'],
    'must be a string, at most 5 characters',
  ],
  [
    'a field nobody describes',
    { name: 'a', tags: [{ key: 'k' }, { kay: 'k' }] },
    ['tags', 1, 'kay'],
    'the schema describes no such field',
  ],
])('%s is a fault, and has its place', (_, value, path, reason) => {
  expect(bodyFault(schema, value)).toEqual({ path, reason });
});
