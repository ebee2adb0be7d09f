import { describe, expect, it } from 'vitest';
import { schemaFields, undescribedField } from '../src/fields.ts';
import type { JsonValue, Schema } from '../src/types.ts';

const text: Schema = { type: 'string' };
const point: Schema = { type: 'object', properties: { lat: text, long: text } };
const schema: Schema = {
  type: 'object',
  properties: {
    name: text,
    list: { type: 'array', items: { type: 'object', properties: { key: text } } },
    map: { type: 'object', 'x-key': 'node id', additionalProperties: point },
    value: { oneOf: [{ type: 'number' }, point] },
    free: { type: 'object' },
  },
};

const find = (value: JsonValue) => undescribedField(schemaFields(schema), value);

describe('undescribedField', () => {
  it.each<[string, JsonValue]>([
    ['described fields', { name: 'a', list: [{ key: 'b' }], map: { any: { lat: '1' } } }],
    ['an alternative of a value', { value: { lat: '1', long: '2' } }],
    ['an object without described fields', { free: { anything: 1 } }],
    ['a value that is not an object', 3],
  ])('accepts %s', (_case, value) => {
    expect(find(value)).toBeUndefined();
  });

  it.each<[JsonValue, (string | number)[]]>([
    [{ other: 1 }, ['other']],
    [{ list: [{ key: 'a' }, { other: 1 }] }, ['list', 1, 'other']],
    [{ map: { any: { lat: '1', other: 1 } } }, ['map', 'any', 'other']],
    [{ value: { lat: '1', other: 1 } }, ['value', 'other']],
  ])('finds the undescribed field in %j', (value, path) => {
    expect(find(value)).toEqual(path);
  });
});
