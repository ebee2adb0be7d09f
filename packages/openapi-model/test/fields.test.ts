import { describe, expect, it } from 'vitest';
import { schemaFields } from '../src/index.ts';
import { typeName } from '../src/fields.ts';
import type { Schema } from '../src/index.ts';

const paths = (schema: Schema) => schemaFields(schema).map(({ path, type }) => `${path}: ${type}`);
const string: Schema = { type: 'string' };

describe('schemaFields', () => {
  it('names nested objects and arrays by their path, depth first', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        policy: {
          type: 'object',
          properties: { allow: { type: 'array', items: string }, deny: string },
        },
        rows: {
          type: 'array',
          items: {
            type: 'array',
            items: { type: 'object', properties: { cell: string } },
          },
        },
      },
    };
    expect(paths(schema)).toEqual([
      'policy: object',
      'policy.allow: array of string',
      'policy.deny: string',
      'rows: array of array of object',
      'rows[][].cell: string',
    ]);
  });

  it('names the keys of a map by x-key', () => {
    const map = { type: 'object', additionalProperties: { type: 'number' } };
    const schema: Schema = {
      properties: { data: { ...map, 'x-key': 'node id' }, other: map },
    };
    expect(paths(schema)).toEqual([
      'data: map',
      'data.{node id}: number',
      'other: map',
      'other.{key}: number',
    ]);
  });

  it('goes on below the values of a map', () => {
    const point: Schema = {
      type: 'array',
      items: { type: 'object', properties: { value: string } },
    };
    const schema: Schema = {
      properties: { data: { type: 'object', additionalProperties: point, 'x-key': 'node id' } },
    };
    expect(paths(schema)).toContain('data.{node id}[].value: string');
  });

  it('joins the parts of allOf, nested ones too', () => {
    const inner: Schema = { allOf: [{ properties: { a: string }, required: ['a'] }] };
    const schema: Schema = {
      allOf: [inner, { properties: { b: { allOf: [{ properties: { c: string } }] } } }],
      properties: { d: string },
      required: ['d'],
    };
    expect(paths(schema)).toEqual(['a: string', 'b: object', 'b.c: string', 'd: string']);
    const required = schemaFields(schema).filter((field) => field.required);
    expect(required.map((field) => field.path)).toEqual(['a', 'd']);
  });

  it('lets the description beside allOf win', () => {
    const base: Schema = { type: 'string', description: 'far' };
    const [field] = schemaFields({ properties: { a: { allOf: [base], description: 'near' } } });
    expect(field?.schema.description).toBe('near');
  });

  it('finds none in a schema without properties', () => {
    expect(schemaFields({ type: 'object' })).toEqual([]);
  });
});

describe('typeName', () => {
  it.each<[Schema, string]>([
    [string, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ oneOf: [{ type: 'number' }, string, { type: 'object' }] }, 'number, string or object'],
    [{ anyOf: [string, string] }, 'string'],
    [{ type: 'array' }, 'array of any'],
    [{ type: 'object', additionalProperties: string }, 'map'],
    [{ type: 'object', additionalProperties: false }, 'object'],
    [{ properties: {} }, 'object'],
    [{}, 'any'],
    [{ allOf: [string] }, 'string'],
    [{ allOf: [{ type: 'object', additionalProperties: string }] }, 'map'],
    [{ allOf: [{ oneOf: [string, { type: 'number' }] }] }, 'string or number'],
  ])('of %j is %s', (schema, name) => {
    expect(typeName(schema)).toBe(name);
  });
});
