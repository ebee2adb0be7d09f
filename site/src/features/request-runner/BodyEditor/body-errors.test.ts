import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { SchemaChecker } from '@anedya-docs/openapi-model/schema-checker';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { describe, expect, it } from 'vitest';
import { isObject, type Path, pathName, removeAt, setAt } from '../../../requests/json-path';
import { formsOf } from './forms';
import { operations, fullValue, requestOf, schemaErrors } from '../../../../test/support/bodies';

interface Mutation {
  readonly what: string;
  readonly body: JsonValue;
  readonly path: Path;
  readonly message: RegExp;
}

interface Place {
  readonly path: Path;
  readonly schema: Schema;
  readonly value: JsonValue;
}

/** All values in a body that have one form, with their schemas. */
function placesOf(schema: Schema, value: JsonValue, path: Path = []): Place[] {
  const merged = mergeSchema(schema);
  if (formsOf(merged).length > 0) return [];
  const here = { path, schema: merged, value };
  if (Array.isArray(value)) {
    const items = merged.items ?? {};
    return [here, ...value.flatMap((item, at) => placesOf(items, item, [...path, at]))];
  }
  if (!isObject(value)) return [here];
  const { properties = {}, additionalProperties: entries } = merged;
  const fields = Object.entries(value).flatMap(([name, part]) => {
    const own = properties[name] ?? (typeof entries === 'object' ? entries : undefined);
    return own ? placesOf(own, part, [...path, name]) : [];
  });
  return [here, ...fields];
}

const wrongTypes: Readonly<Record<string, readonly [JsonValue, RegExp]>> = {
  string: [12, /^Must be (a string|a UUID|one of |")/],
  integer: [1.5, /^Must be an integer/],
  number: ['x', /^Must be a number/],
  boolean: ['true', /^Must be true or false$/],
  array: ['x', /^Must be an array/],
  object: ['x', /^Must be an object/],
};

/** Changes that each cause one violation in a body. */
function mutationsOf(schema: Schema, body: JsonValue): Mutation[] {
  const found: Mutation[] = [];
  for (const { path, schema: own, value } of placesOf(schema, body)) {
    const add = (what: string, next: JsonValue, message: RegExp, at: Path = path) =>
      found.push({ what, body: setAt(body, path, next), path: at, message });
    const [wrong, told] = wrongTypes[String(own.type)] ?? [];
    if (wrong !== undefined && told) add('another type', wrong, told);
    for (const name of own.required ?? []) {
      add('a missing field', removeAt(value, [name]), /^Is missing$/, [...path, name]);
    }
    if (own.maxLength !== undefined) {
      const most = own.maxLength.toLocaleString('en');
      const told = new RegExp(`^Must be a string, .*\\b${most} characters?$`);
      add('a text too long', 'x'.repeat(own.maxLength + 1), told);
    }
    if (own.minLength !== undefined) add('an empty text', '', /^Must be a string, (at least )?1\b/);
    if (own.enum) add('an unknown value', 'no-such-value', /^Must be .*/);
    if (own.format === 'uuid') add('no UUID', '019f', /^Must be a UUID such as/);
    if (own.minimum !== undefined)
      add('too little', own.minimum - 1, /^Must be an? (integer|number).*\d/);
    if (own.maximum !== undefined)
      add('too much', own.maximum + 1, /^Must be an? (integer|number).*\d/);
    if (own.minItems !== undefined) add('no items', [], /^Must be an array, .*\d items?$/);
    if (own.maxItems !== undefined && own.items) {
      const item = fullValue(own.items);
      add(
        'many items',
        Array(own.maxItems + 1).fill(item) as JsonValue,
        /^Must be an array, .*\d items?$/,
      );
    }
    if (own.properties && own.additionalProperties === undefined) {
      const told = /^Not a documented field$/;
      add('a field too many', setAt(value, ['nosuchfield'], 1), told, [...path, 'nosuchfield']);
    }
  }
  return found;
}

describe.each(operations)('the body of %s', (_id, { request }) => {
  it('has no error in any example', () => {
    for (const { value } of request.examples) {
      expect(schemaErrors(request.schema, value)).toEqual([]);
    }
  });

  it('has an error at the right path, with a message that names it, for every way to break it', () => {
    const bodies = [...request.examples.map(({ value }) => value), fullValue(request.schema)];
    for (const body of bodies) {
      for (const { what, body: broken, path, message } of mutationsOf(request.schema, body)) {
        const errors = schemaErrors(request.schema, broken);
        const here = errors.filter((error) => pathName(error.path) === pathName(path));
        expect(here, `${what} at ${pathName(path)}`).toHaveLength(1);
        expect(here[0]?.message).toMatch(message);
      }
    }
  });
});

describe.each(operations)('the body of %s', (_id, { request }) => {
  it('has the same words here and where the request is checked', () => {
    const checker = new SchemaChecker();
    for (const { what, body, path, message } of mutationsOf(request.schema, request.example)) {
      const violation = checker.check(request.schema, body);
      // An undocumented field does not violate a schema.
      if (!violation) continue;
      const { reason, missing } = violation;
      const parts = violation.path.map((part) =>
        /^\d+$/.test(String(part)) ? Number(part) : part,
      );
      const place = pathName(missing === undefined ? parts : [...parts, missing]);
      const rest = missing === undefined ? reason : reason.slice(missing.length + 3);
      const here = schemaErrors(request.schema, body).filter(
        (other) => pathName(other.path) === place,
      );
      const told = rest.charAt(0).toUpperCase() + rest.slice(1);
      expect(
        here.map((other) => other.message),
        `${what} at ${pathName(path)}: ${message.source}`,
      ).toContain(told);
    }
  });
});

it('breaks bodies in every way it knows', () => {
  const all = operations.flatMap(([, { request }]) => mutationsOf(request.schema, request.example));
  expect(new Set(all.map(({ what }) => what)).size).toBeGreaterThan(9);
  expect(all.length).toBeGreaterThan(300);
});

const told = (schema: Schema, value: JsonValue) =>
  schemaErrors(schema, value).map(({ path, message }) => `${pathName(path)}: ${message}`);

describe('a value of several forms', () => {
  const { schema, example } = requestOf('submitdata');
  const withValue = (value: JsonValue) => told(schema, setAt(example, ['data', 0, 'value'], value));

  it.each([25.5, { lat: 1, long: 2 }, 'running'])('may be %j', (value) => {
    expect(withValue(value)).toEqual([]);
  });

  it('is held to the closest form only', () => {
    expect(withValue({ lat: 'north' })).toEqual([
      'data[0].value.long: Is missing',
      'data[0].value.lat: Must be a number',
    ]);
  });

  it('has one error when it has the type of none', () => {
    expect(withValue(true)).toEqual(['data[0].value: Must be a number, an object or a string']);
    expect(withValue(null)).toEqual(['data[0].value: Must be a number, an object or a string']);
  });

  it('has its unknown fields named', () => {
    expect(withValue({ lat: 1, long: 2, alt: 3 })).toEqual([
      'data[0].value.alt: Not a documented field',
    ]);
  });

  it('is reported when it matches several forms', () => {
    const both = { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 5 }] };
    expect(told(both, 'x')).toEqual([': Matches more than one form']);
    expect(told({ anyOf: both.oneOf }, 'x')).toEqual([]);
    expect(told({ anyOf: both.oneOf }, 1)).toEqual([': Must be a string']);
  });

  it('prefers the form whose fixed field has its value', () => {
    const form = (kind: string, field: string): Schema => ({
      type: 'object',
      required: ['kind', field, 'more'],
      properties: { kind: { const: kind }, [field]: { type: 'string' }, more: { type: 'string' } },
    });
    const schema = { oneOf: [form('a', 'one'), form('b', 'two')] };
    expect(told(schema, { kind: 'b', one: 'x', more: 'x' })).toEqual(['two: Is missing']);
  });
});

describe('rules that depend on another field', () => {
  it('require the value or the tag of an update of a node', () => {
    const { schema, example } = requestOf('node-update');
    const updates = (update: JsonValue) => told(schema, setAt(example, ['updates'], [update]));
    expect(updates({ type: 'node_name' })).toEqual(['updates[0].value: Is missing']);
    expect(updates({ type: 'tag' })).toEqual(['updates[0].tag: Is missing']);
  });

  it('require the type of a stored value, with one error', () => {
    const { schema, example } = requestOf('valuestore-set-value');
    const typed = (type: string, value: JsonValue) =>
      told(schema, setAt(setAt(example, ['type'], type), ['value'], value));
    expect(typed('float', 'x')).toEqual(['value: Must be a number']);
    expect(typed('boolean', 1)).toEqual(['value: Must be true or false']);
    expect(typed('float', null)).toEqual(['value: Must be a number']);
    expect(typed('binary', 'AA==')).toEqual([]);
  });
});

describe('other rules', () => {
  it.each<readonly [Schema, JsonValue, string]>([
    [{ type: ['string', 'null'] }, 1, 'Must be a string or null'],
    [{ type: 'string', minLength: 3 }, 'ab', 'Must be a string, at least 3 characters'],
    [{ type: 'string', maxLength: 1 }, '😀😀', 'Must be a string, at most 1 character'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'Must be a number, more than 0'],
    [{ type: 'number', exclusiveMaximum: 9 }, 9, 'Must be a number, less than 9'],
    [{ const: 'a' }, 'b', 'Must be "a"'],
    [{ enum: ['a', 2, null] }, 'b', 'Must be one of "a", 2, null'],
    [{ pattern: '^a$' }, 'b', 'Must match the pattern ^a$'],
    [{ type: 'string', format: 'date-time' }, 'today', 'Must be a date and time such as'],
    [{ type: 'string', format: 'ipv6' }, 'x', 'Must be an IPv6 address'],
    [{ type: 'object', minProperties: 1 }, {}, 'Must be an object, at least 1 field'],
    [{ type: 'object', maxProperties: 0 }, { a: 1 }, 'Must be an object, at most 0 fields'],
    [{ uniqueItems: true } as Schema, [1, 1], 'Must not contain an item twice'],
    [{ not: {} } as Schema, 1, 'Violates the documented rule "not"'],
  ])('%j is reported for %j', (schema, value, message) => {
    const errors = schemaErrors(schema, value);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toContain(message);
  });

  it('suggests the documented field that an unknown one resembles, if the body lacks it', () => {
    const schema = { properties: { node_name: {}, at: { properties: { scope: {} } } } };
    expect(told(schema, { nodename: 1, at: { scop: 1 } })).toEqual([
      'nodename: Not a documented field (did you mean "node_name"?)',
      'at.scop: Not a documented field (did you mean "scope"?)',
    ]);
    expect(told(schema, { nodename: 1, node_name: 1 })).toEqual([
      'nodename: Not a documented field',
    ]);
    const closed = { properties: { limit: {} }, additionalProperties: false };
    expect(told(closed, { limits: 1 })).toEqual([
      'limits: Not a documented field (did you mean "limit"?)',
    ]);
  });

  it('reports an invalid key and a forbidden field', () => {
    expect(told({ propertyNames: { type: 'string', maxLength: 2 } }, { abc: 1 })).toEqual([
      'abc: Key: Must be a string, at most 2 characters',
    ]);
    const closed = { properties: { a: {} }, additionalProperties: false };
    expect(told(closed, { b: 1 })).toEqual(['b: Not a documented field']);
  });

  it('returns the path for any name', () => {
    const names = ['a/b', 'a~b', 'a%2Fb', 'ü #?', '0', ''];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const value = Object.fromEntries(names.map((name) => [name, 1]));
    const paths = schemaErrors({ properties }, value).map(({ path }) => path);
    expect(paths.map(([name]) => name).sort()).toEqual([...names].sort());
  });

  it('supports names of Object.prototype in bodies', () => {
    const schema = { type: 'object', required: ['toString'], properties: { a: {} } };
    expect(told(schema, { a: 1 })).toEqual(['toString: Is missing']);
    const value = JSON.parse('{"a": 1, "__proto__": 2, "constructor": 3}') as JsonValue;
    expect(told({ properties: { a: {} } }, value)).toHaveLength(2);
  });

  it('accepts a lone surrogate in a name', () => {
    expect(told({ additionalProperties: { type: 'string' } }, { '\ud800': 1 })).toHaveLength(1);
  });

  it('does not change the schema', () => {
    const schema = Object.freeze({ type: 'object', properties: Object.freeze({ a: {} }) });
    expect(schemaErrors(schema, { a: 1 })).toEqual([]);
    expect(Object.getOwnPropertyNames(schema)).toEqual(['type', 'properties']);
  });
});
