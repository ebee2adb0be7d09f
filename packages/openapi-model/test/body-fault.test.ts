import { expect, it } from 'vitest';
import { SchemaChecker } from '../src/checks-entry.ts';
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

it('bounds of the sandbox hold in the sandbox alone', () => {
  const bounded: Schema = {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-sandbox': { minLength: 1, maxBytes: 4 } },
      count: { type: 'integer', 'x-sandbox': { minimum: 0 } },
    },
  };
  const sandbox = new SchemaChecker({ isSandbox: true });
  const faultOf = (value: JsonValue) => sandbox.fault(bounded, value);
  const beyond: JsonValue[] = [{ name: 'üüü' }, { name: '' }, { count: -1 }];
  for (const value of beyond) {
    expect(bodyFault(bounded, value)).toBeUndefined();
    expect(faultOf(value)).toBeDefined();
  }
  expect(faultOf({ name: 'üü', count: 0 })).toBeUndefined();
  expect(faultOf({ name: 'üüü' })).toMatchObject({
    path: ['name'],
    reason: 'must be a string, at least 1 character, at most 4 bytes, in this sandbox',
  });
});
