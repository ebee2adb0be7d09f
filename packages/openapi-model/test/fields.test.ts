import { describe, expect, it } from 'vitest';
import { flattenFields, schemaFields, type Field, type Schema } from '../src/index.ts';

const string: Schema = { type: 'string' };
const point: Schema = {
  'x-label': 'geo',
  type: 'object',
  properties: { lat: { type: 'number' } },
  required: ['lat'],
};

const lines = (schema: Schema) =>
  flattenFields(schemaFields(schema)).map(({ path, type }) => `${path}: ${type}`);
const requiredPaths = (schema: Schema) =>
  flattenFields(schemaFields(schema))
    .filter(({ required }) => required)
    .map(({ path }) => path);
function only(schema: Schema): Field {
  const [field, second] = schemaFields({ properties: { a: schema } });
  if (!field || second) throw new Error('expected exactly one field');
  return field;
}

describe('schemaFields', () => {
  it('returns a tree of fields with name and path', () => {
    const schema: Schema = {
      type: 'object',
      properties: { policy: { type: 'object', properties: { deny: string }, required: ['deny'] } },
    };
    expect(schemaFields(schema)).toEqual([
      {
        name: 'policy',
        path: 'policy',
        type: 'object',
        required: false,
        schema: schema.properties?.policy,
        variants: [],
        children: [
          {
            name: 'deny',
            path: 'policy.deny',
            type: 'string',
            required: true,
            schema: string,
            children: [],
            variants: [],
          },
        ],
      },
    ]);
  });

  it('nests the fields of array items under the array, and none under scalars', () => {
    const rows: Schema = {
      type: 'array',
      items: {
        type: 'array',
        items: { type: 'object', properties: { cell: string }, required: ['cell'] },
      },
    };
    const schema: Schema = { properties: { rows, names: { type: 'array', items: string } } };
    expect(lines(schema)).toEqual([
      'rows: array of array of object',
      'rows[][].cell: string',
      'names: array of string',
    ]);
    expect(requiredPaths(schema)).toEqual(['rows[][].cell']);
  });

  it('has one child for the entries of a map, named by x-key', () => {
    const map: Schema = { type: 'object', additionalProperties: { type: 'number' } };
    const schema: Schema = { properties: { data: { ...map, 'x-key': 'node id' }, other: map } };
    expect(lines(schema)).toEqual([
      'data: map',
      'data.{node id}: number',
      'other: map',
      'other.{key}: number',
    ]);
    expect(only(map).children.map(({ name, required }) => [name, required])).toEqual([
      ['{key}', false],
    ]);
  });

  it('includes the fields of map values', () => {
    const points: Schema = { type: 'array', items: point };
    expect(only({ type: 'object', additionalProperties: points }).children[0]).toMatchObject({
      path: 'a.{key}',
      children: [{ path: 'a.{key}[].lat', required: true }],
    });
  });

  it('gives each alternative of a value its fields', () => {
    const field = only({
      oneOf: [{ type: 'number' }, point, { 'x-label': 'status', type: 'string' }],
    });
    expect(field).toMatchObject({ type: 'number, object or string', children: [] });
    expect(field.variants.map(({ title, type }) => [title, type])).toEqual([
      ['number', 'number'],
      ['geo', 'object'],
      ['status', 'string'],
    ]);
    expect(field.variants.map(({ children }) => children.map(({ path }) => path))).toEqual([
      [],
      ['a.lat'],
      [],
    ]);
  });

  it('keeps the fields next to the alternatives', () => {
    const field = only({ properties: { kind: string }, anyOf: [point, { type: 'object' }] });
    expect(flattenFields([field]).map(({ path }) => path)).toEqual(['a', 'a.kind', 'a.lat']);
  });

  it('includes the alternatives of array items, with the path of an item', () => {
    const field = only({ type: 'array', items: { oneOf: [{ type: 'number' }, point] } });
    expect(field).toMatchObject({ type: 'array of number or object', children: [] });
    expect(field.variants[1]?.children[0]?.path).toBe('a[].lat');
  });

  it('flattens nested alternatives', () => {
    const inner: Schema = { anyOf: [point, string] };
    expect(only({ oneOf: [inner, { type: 'null' }] }).variants.map(({ title }) => title)).toEqual([
      'geo',
      'string',
      'null',
    ]);
  });

  it('treats a single option as the value itself', () => {
    const field = only({ oneOf: [point], description: 'near' });
    expect(field).toMatchObject({ type: 'object', variants: [], children: [{ path: 'a.lat' }] });
    expect(field.schema.description).toBe('near');
  });

  it('merges the parts of allOf, nested ones too', () => {
    const inner: Schema = { allOf: [{ properties: { a: string }, required: ['a'] }] };
    const schema: Schema = {
      allOf: [inner, { properties: { b: { allOf: [{ properties: { c: string } }] } } }],
      properties: { d: string },
      required: ['d'],
    };
    expect(lines(schema)).toEqual(['a: string', 'b: object', 'b.c: string', 'd: string']);
    expect(requiredPaths(schema)).toEqual(['a', 'd']);
  });

  it('merges two schemas of one field', () => {
    const [field] = schemaFields({
      allOf: [
        { properties: { ok: { type: 'boolean', description: 'far' } } },
        { properties: { ok: { const: false } } },
      ],
    });
    expect(field?.schema).toEqual({ type: 'boolean', description: 'far', const: false });
  });

  it('prefers the description next to allOf', () => {
    const base: Schema = { type: 'string', description: 'far' };
    expect(only({ allOf: [base], description: 'near' }).schema.description).toBe('near');
  });

  it('returns the fields of all alternatives of a body, required if all require them', () => {
    const schema: Schema = {
      anyOf: [
        { properties: { ok: string, code: string }, required: ['ok', 'code'] },
        { properties: { ok: string, errcode: string }, required: ['ok'] },
      ],
    };
    expect(schemaFields(schema).map(({ path }) => path)).toEqual(['ok', 'code', 'errcode']);
    expect(requiredPaths(schema)).toEqual(['ok']);
  });

  it.each<[string, Schema, string[]]>([
    ['an array', { type: 'array', items: point }, ['[].lat: number']],
    ['a map', { additionalProperties: point }, ['{key}: object', '{key}.lat: number']],
    ['an object without fields', { type: 'object' }, []],
  ])('reads a body: %s', (_kind, schema, expected) => {
    expect(lines(schema)).toEqual(expected);
  });

  it('does not modify the schema', () => {
    const schema: Schema = { allOf: [{ properties: { a: { oneOf: [point] } } }], required: ['a'] };
    const before = structuredClone(schema);
    schemaFields(schema);
    expect(schema).toEqual(before);
  });
});

describe('flattenFields', () => {
  it('lists children first, then the children of variants', () => {
    const value: Schema = { oneOf: [point, string], properties: { unit: string } };
    const schema: Schema = { properties: { value, last: string } };
    expect(flattenFields(schemaFields(schema)).map(({ path }) => path)).toEqual([
      'value',
      'value.unit',
      'value.lat',
      'last',
    ]);
  });
});
