import { describe, expect, it } from 'vitest';
import { schemaFields } from '../src/index.ts';
import { undescribedField } from '../src/undescribed-field.ts';
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
    ['a form of a value', { value: { lat: '1', long: '2' } }],
    ['an object nothing is said about', { free: { anything: 1 } }],
    ['a value that is no object', 3],
  ])('accepts %s', (_case, value) => {
    expect(find(value)).toBeUndefined();
  });

  it.each<[JsonValue, (string | number)[]]>([
    [{ other: 1 }, ['other']],
    [{ list: [{ key: 'a' }, { other: 1 }] }, ['list', 1, 'other']],
    [{ map: { any: { lat: '1', other: 1 } } }, ['map', 'any', 'other']],
    [{ value: { lat: '1', other: 1 } }, ['value', 'other']],
  ])('finds what stands too much in %j', (value, path) => {
    expect(find(value)).toEqual(path);
  });
});
