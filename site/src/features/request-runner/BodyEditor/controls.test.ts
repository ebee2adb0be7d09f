import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import {
  controlKind,
  currentForm,
  formsOf,
  initialValue,
  timestampUnit,
  toTimestamp,
  utcText,
} from './forms';
import { exampleAt, setAt } from '../../../requests/json-path';
import { hintOf } from './fields';
import { itemKeys, type MapRow, objectFields, rowsFor, withTypedKeys } from './form-rows';
import { operations, requestOf, schemaErrors } from '../../../../test/support/bodies';

describe('the initial value', () => {
  it.each(operations)('is a valid body of %s', (_id, { request }) => {
    const errors = schemaErrors(request.schema, initialValue(request.schema));
    // Examples of single fields need not be consistent with one another, but must have valid types and lengths.
    expect(errors.filter(({ message }) => message !== 'Is missing')).toEqual([]);
  });

  it.each<readonly [Schema, JsonValue]>([
    [{ type: 'string', default: 'd', examples: ['e'] }, 'd'],
    [{ type: 'string', examples: ['e'] }, 'e'],
    [{ type: 'boolean', default: false, examples: [true] }, false],
    [{ enum: ['a', 'b'] }, 'a'],
    [{ const: 'only' }, 'only'],
    [{ type: 'string' }, ''],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'integer', minimum: -5 }, 0],
    [{ type: 'array', items: { type: 'number' }, minItems: 2 }, [0, 0]],
    [{ type: 'null' }, null],
    [{ oneOf: [{ type: 'number' }, { type: 'string' }] }, 0],
    [{ type: ['string', 'number'], examples: [3, 'x'] }, 3],
  ])('of %j is %j', (schema, value) => {
    expect(initialValue(schema)).toEqual(value);
  });

  it('contains the required fields of an object', () => {
    const properties = { a: { type: 'string' }, b: { type: 'number' } };
    expect(initialValue({ type: 'object', properties, required: ['b'] })).toEqual({ b: 0 });
  });
});

describe('the control of a field', () => {
  it.each<readonly [string, Schema, JsonValue | undefined, string]>([
    ['limit', { type: 'integer' }, 5, 'number'],
    ['limit', { type: 'integer' }, '1.', 'number'],
    ['limit', { type: 'integer' }, [], 'json'],
    ['name', { type: 'string' }, 'x', 'text'],
    ['name', { type: 'string' }, 5, 'json'],
    ['name', { type: 'string', maxLength: 120 }, '', 'text'],
    ['name', { type: 'string', maxLength: 121 }, '', 'long-text'],
    ['log', { type: 'string' }, '', 'long-text'],
    ['on', { type: 'boolean' }, undefined, 'switch'],
    ['on', { type: 'boolean' }, 'true', 'json'],
    ['order', { type: 'string', enum: ['asc'] }, 'other', 'select'],
    ['nodes', { type: 'array', items: {} }, [], 'array'],
    ['nodes', { type: 'array', items: {} }, {}, 'json'],
    ['meta', { type: 'object', additionalProperties: { type: 'string' } }, {}, 'object'],
    ['free', { type: 'object' }, {}, 'json'],
    ['any', {}, undefined, 'json'],
    ['value', { type: ['string', 'number'] }, null, 'forms'],
    ['value', { type: ['string', 'number'], enum: ['a', 1] }, 'a', 'select'],
  ])('%s of %j with %j is %s', (name, schema, value, kind) => {
    expect(controlKind(name, schema, value)).toBe(kind);
  });
});

describe('the form of a value', () => {
  const { schema } = requestOf('submitdata');
  const forms = formsOf(schema.properties?.data?.items?.properties?.value ?? {});
  const [float, geo, status] = [0, 1, 2];

  it('is the one that matches the value', () => {
    expect(forms.map(({ title }) => title)).toEqual(['float', 'geo', 'status']);
    expect(currentForm(forms, 5, undefined)).toBe(float);
    expect(currentForm(forms, {}, undefined)).toBe(geo);
    expect(currentForm(forms, 'x', undefined)).toBe(status);
  });

  it('does not change while a number is typed, and changes with a value of another type', () => {
    expect(currentForm(forms, '-', float)).toBe(float);
    expect(currentForm(forms, { lat: 1 }, float)).toBe(geo);
    expect(currentForm(forms, 7, status)).toBe(float);
    expect(currentForm(forms, undefined, status)).toBe(status);
  });

  it('there is one per alternative, and one per type in a list of types', () => {
    const stored = requestOf('valuestore-create-value').schema.properties?.value ?? {};
    expect(formsOf(stored).map(({ title }) => title)).toEqual([
      'string or binary',
      'float',
      'boolean',
    ]);
    expect(formsOf({ type: ['string'] })).toEqual([]);
    const nested = { oneOf: [{ type: ['string', 'null'] }, { type: 'number' }] };
    expect(formsOf(nested).map(({ title }) => title)).toEqual(['string', 'null', 'number']);
  });
});

describe('the fields of an object', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: {}, limit: {}, offset: {} },
  };
  const names = (value: JsonValue, errors: Parameters<typeof objectFields>[3] = []) => {
    const { shown, offered, others } = objectFields(schema, value, ['at'], errors);
    return [shown.map(({ name }) => name), offered.map(({ name }) => name), others];
  };

  it('are shown when they are present or required', () => {
    expect(names({})).toEqual([['id'], ['limit', 'offset'], []]);
    expect(names({ offset: 1, odd: 2 })).toEqual([['id', 'offset'], ['limit'], ['odd']]);
  });

  it('are shown when a conditional rule requires them', () => {
    const { schema, example } = requestOf('node-update');
    const update = schema.properties?.updates?.items ?? {};
    const body = setAt(example, ['updates'], [{ type: 'tag' }]);
    const errors = schemaErrors(schema, body);
    const { shown } = objectFields(update, { type: 'tag' }, ['updates', 0], errors);
    expect(shown.map(({ name }) => name)).toContain('tag');
    expect(shown.find(({ name }) => name === 'tag')?.required).toBe(true);
  });
});

describe('the rows of a map', () => {
  const rows = rowsFor([], ['a', 'b']);
  const typed = (before: readonly MapRow[], id: number, draft: string) =>
    withTypedKeys(
      before.map((row) => (row.id === id ? { ...row, draft } : row)),
      {},
      [],
    ).rows;

  it('keep their order while a key is typed', () => {
    const next = typed(rows, 0, '1');
    expect(next.map(({ id, key }) => [id, key])).toEqual([
      [0, '1'],
      [1, 'b'],
    ]);
    expect(rowsFor(next, ['1', 'b'])).toBe(next);
  });

  it('keep their key while the typed key is a duplicate', () => {
    const next = typed(rows, 0, 'b');
    expect(next[0]).toEqual({ id: 0, key: 'a', draft: 'b' });
    expect(typed(next, 0, 'bc')[0]).toEqual({ id: 0, key: 'bc', draft: 'bc' });
    expect(typed(next, 0, 'a')).toEqual(rows);
  });

  it('take the typed keys that are no longer duplicates, one after another', () => {
    const waiting = typed(typed(rowsFor([], ['c', 'b', 'a']), 0, 'b'), 1, 'a');
    expect(waiting.map(({ key }) => key)).toEqual(['c', 'b', 'a']);
    const { rows, body } = withTypedKeys(waiting.slice(0, 2), { map: { c: 1, b: 2 } }, ['map']);
    expect(rows).toEqual([
      { id: 0, key: 'b', draft: 'b' },
      { id: 1, key: 'a', draft: 'a' },
    ]);
    expect(body).toEqual({ map: { b: 1, a: 2 } });
  });

  it('are updated when the body changes elsewhere', () => {
    expect(rowsFor(rows, ['b', 'c']).map(({ id, key }) => [id, key])).toEqual([
      [1, 'b'],
      [2, 'c'],
    ]);
  });
});

it('gives each item of an array a stable key', () => {
  const keys = itemKeys([], 3);
  expect(keys).toEqual([0, 1, 2]);
  const withoutFirst = keys.slice(1);
  expect(itemKeys(withoutFirst, 2)).toBe(withoutFirst);
  expect(itemKeys(withoutFirst, 3)).toEqual([1, 2, 3]);
  expect(itemKeys(keys, 1)).toEqual([0]);
});

describe('timestamps', () => {
  const fieldOf = (id: string, ...names: readonly string[]) => {
    const { schema, example } = requestOf(id);
    const path = names.map((name) => (name === '[]' ? 0 : name));
    const own = names.reduce<Schema>(
      (at, name) => (name === '[]' ? at.items : at.properties?.[name]) ?? {},
      schema,
    );
    return timestampUnit(own, exampleAt(example, path));
  };

  it('are distinguished from durations', () => {
    expect(fieldOf('data-get-data', 'from')).toBe(1000);
    expect(fieldOf('logs-getlogs', 'to')).toBe(1);
    expect(fieldOf('submitdata', 'data', '[]', 'timestamp')).toBe(1);
    expect(fieldOf('variable-create', 'ttl')).toBeUndefined();
    expect(fieldOf('access-token-create', 'ttlSec')).toBeUndefined();
    expect(fieldOf('deployments-create', 'deploymentConfig', '[]', 'delay')).toBeUndefined();
    expect(fieldOf('node-list', 'limit')).toBeUndefined();
  });

  it('are formatted in UTC from their unit', () => {
    const now = Date.UTC(2026, 0, 31, 12, 0, 0, 250);
    expect(utcText(toTimestamp(now, 1000), 1000)).toBe('Jan 31, 2026, 12:00:00 UTC');
    expect(utcText(toTimestamp(now, 1), 1)).toBe('Jan 31, 2026, 12:00:00 UTC');
    expect(utcText(1e300, 1)).toBeUndefined();
    expect(utcText('soon', 1)).toBeUndefined();
  });
});

describe('a hint', () => {
  const text = (markdown: string) =>
    hintOf(markdown)
      .map(({ text, isCode }) => (isCode ? `<${text}>` : text))
      .join('');

  it.each([
    ['One. Two.', 'One.'],
    ['Read `a.b. c` first. Then more.', 'Read <a.b. c> first.'],
    ['See [nodes](/x/) and **this**', 'See nodes and this'],
    ['At 1.5 per cent', 'At 1.5 per cent'],
    ['An `unclosed. code', 'An <unclosed.>'],
    ['', ''],
  ])('of %j is %j', (markdown, hint) => {
    expect(text(markdown)).toBe(hint);
  });
});
