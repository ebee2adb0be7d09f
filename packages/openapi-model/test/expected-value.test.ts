import { expect, it } from 'vitest';
import type { Schema } from '../src/index.ts';
import { expectedValue } from '../src/violations.ts';

const cases: readonly (readonly [Schema, string | undefined])[] = [
  [{ type: 'integer' }, 'an integer'],
  [{ type: 'integer', minimum: 1, maximum: 1000 }, 'an integer, 1 to 1,000'],
  [{ type: 'integer', minimum: 0 }, 'an integer, at least 0'],
  [{ type: 'number', maximum: 0.5 }, 'a number, at most 0.5'],
  [{ type: 'number', exclusiveMinimum: 0 }, 'a number, more than 0'],
  [
    { type: 'integer', 'x-unit': 'seconds', maximum: 604_800 },
    'an integer in seconds, at most 604,800',
  ],
  [{ type: 'string' }, 'a string'],
  [{ type: 'string', minLength: 1 }, 'a string, at least 1 character'],
  [{ type: 'string', minLength: 2, maxLength: 2 }, 'a string, 2 characters'],
  [{ type: 'string', maxLength: 1024 }, 'a string, at most 1,024 characters'],
  [{ type: 'string', format: 'uuid' }, 'a UUID such as 019f0000-0000-7000-8000-000000000001'],
  [{ type: 'boolean' }, 'true or false'],
  [{ type: 'array', minItems: 1, maxItems: 100 }, 'an array, 1 to 100 items'],
  [{ type: 'object', maxProperties: 50 }, 'an object, at most 50 fields'],
  [{ type: ['number', 'object', 'string'] }, 'a number, an object or a string'],
  [{ type: ['integer', 'number'] }, 'a number'],
  [{ type: 'string', enum: ['asc', 'desc'] }, 'one of "asc", "desc"'],
  [{ enum: ['asc'] }, '"asc"'],
  [{ const: 'float' }, '"float"'],
  [{}, undefined],
];

it.each(cases)('%j allows %s', (schema, words) => {
  expect(expectedValue(schema)).toBe(words);
});
