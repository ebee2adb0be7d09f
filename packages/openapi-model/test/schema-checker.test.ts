import { describe, expect, it } from 'vitest';
import { SchemaChecker } from '../src/schema-checker.ts';
import { bodyViolation, type JsonValue, type Schema } from '../src/index.ts';

const schema: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 5 },
    tags: { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } } },
  },
};

it('a valid body has no violation', () => {
  expect(bodyViolation(schema, { name: 'a', tags: [{ key: 'k' }] })).toBeUndefined();
});

it.each<[string, JsonValue, (string | number)[], string]>([
  ['a missing field', {}, [], '"name" is missing'],
  ['a value over a limit', { name: 'longer' }, ['name'], 'must be a string, at most 5 characters'],
  [
    'an undescribed field',
    { name: 'a', tags: [{ key: 'k' }, { kay: 'k' }] },
    ['tags', 1, 'kay'],
    'the schema describes no such field',
  ],
])('%s is a violation, with its path', (_, value, path, reason) => {
  expect(bodyViolation(schema, value)).toEqual({ path, reason });
});

// Free keys, such as those of `assetMeta`, can have any characters.
it.each(['batch #7', 'a#b', 'a%2Fb', '100%', 'a/b', 'a~b', '#/a'])(
  'a violation below the key %j has its path',
  (key) => {
    const free: Schema = { type: 'object', additionalProperties: { type: 'string' } };
    const outer: Schema = { type: 'object', properties: { meta: free } };
    expect(bodyViolation(outer, { meta: { [key]: 5 } })?.path).toEqual(['meta', key]);
  },
);

describe('a number that a double cannot have', () => {
  const number: Schema = { type: 'number', minimum: -90, maximum: 90 };
  const point: Schema = { type: 'object', properties: { lat: number } };
  const value: Schema = { oneOf: [{ type: 'number' }, point, { type: 'string' }] };
  const either: Schema = { type: ['string', 'integer'] };
  const outer: Schema = { type: 'object', properties: { value, either, text: { type: 'string' } } };

  it.each(['{"value":1e400}', '{"value":-1e400}', '{"value":{"lat":1e999}}', '{"either":1e400}'])(
    'is called too large: %s',
    (text) => {
      const body = JSON.parse(text) as JsonValue;
      expect(bodyViolation(outer, body)?.reason).toBe('is a number that is too large');
    },
  );

  it('is of the wrong type where none is allowed', () => {
    expect(bodyViolation(outer, { text: Infinity })?.reason).toBe('must be a string');
    expect(bodyViolation(outer, { value: true })?.reason).toBe(
      'must be a number, an object or a string',
    );
  });
});

it('only the sandbox enforces x-sandbox', () => {
  const bounded: Schema = {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-sandbox': { minLength: 1, maxBytes: 4 } },
      count: { type: 'integer', 'x-sandbox': { minimum: 0 } },
    },
  };
  const sandbox = new SchemaChecker({ isSandbox: true });
  const violationOf = (value: JsonValue) => sandbox.check(bounded, value);
  const tooLong: JsonValue[] = [{ name: 'üüü' }, { name: '' }, { count: -1 }];
  for (const value of tooLong) {
    expect(bodyViolation(bounded, value)).toBeUndefined();
    expect(violationOf(value)).toBeDefined();
  }
  expect(violationOf({ name: 'üü', count: 0 })).toBeUndefined();
  expect(violationOf({ name: 'üüü' })).toMatchObject({
    path: ['name'],
    reason: 'must be a string, at least 1 character, at most 4 bytes, in this sandbox',
  });
});
