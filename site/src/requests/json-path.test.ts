import type { JsonValue } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import {
  addItem,
  unusedKey,
  isObject,
  type Path,
  pathKey,
  pathName,
  removeAt,
  renameKey,
  setAt,
  valueAt,
} from './json-path';
import { parseBody, printBody } from './json-text';
import { operations, fullValue, randomFrom, schemaErrors } from '../../test/support/bodies';

function frozen(value: JsonValue): JsonValue {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value) as JsonValue;
}

const body = frozen({ a: 1, b: { x: [1, 2, 3], y: 'z' }, c: null });

describe('editing', () => {
  it('sets a value and keeps the order of keys', () => {
    expect(printBody(setAt(body, ['a'], 2))).toBe(printBody({ ...(body as object), a: 2 }));
    expect(setAt(body, ['b', 'x', 1], 9)).toMatchObject({ b: { x: [1, 9, 3], y: 'z' } });
    expect(Object.keys(setAt(body, ['b'], 0) as object)).toEqual(['a', 'b', 'c']);
    expect(Object.keys(setAt(body, ['d'], 0) as object)).toEqual(['a', 'b', 'c', 'd']);
    expect(setAt(body, [], 'whole')).toBe('whole');
  });

  it('creates missing parents', () => {
    expect(setAt({}, ['a', 0, 'b'], 1)).toEqual({ a: [{ b: 1 }] });
    expect(setAt({ a: 'text' }, ['a', 'b'], 1)).toEqual({ a: { b: 1 } });
    expect(setAt({ a: [1] }, ['a', 5], 2)).toEqual({ a: [1, 2] });
  });

  it('removes fields and items', () => {
    expect(removeAt(body, ['b', 'x', 0])).toMatchObject({ b: { x: [2, 3] } });
    expect(removeAt(body, ['c'])).toEqual({ a: 1, b: { x: [1, 2, 3], y: 'z' } });
    for (const path of [['d'], ['a', 'b'], ['b', 'x', 7], []])
      expect(removeAt(body, path)).toBe(body);
  });

  it('renames a key in place, unless the new key exists', () => {
    const map = { m: { one: 1, two: 2 } };
    expect(printBody(renameKey(map, ['m'], 'one', 'uno'))).toBe(
      printBody({ m: { uno: 1, two: 2 } }),
    );
    expect(renameKey(map, ['m'], 'one', 'two')).toBe(map);
    expect(renameKey(map, ['m'], 'none', 'x')).toBe(map);
  });

  it('adds items and entries', () => {
    expect(addItem(body, ['b', 'x'], 4)).toMatchObject({ b: { x: [1, 2, 3, 4] } });
    expect(addItem({}, ['list'], 1)).toEqual({ list: [1] });
    expect(unusedKey({ key1: 1, key3: 1 })).toBe('key2');
    expect(unusedKey(undefined)).toBe('key1');
  });

  it('supports names of Object.prototype', () => {
    const odd = setAt({}, ['__proto__'], { polluted: true });
    expect(Object.keys(odd as object)).toEqual(['__proto__']);
    expect(valueAt({}, ['constructor'])).toBeUndefined();
    expect(printBody(removeAt(odd, ['__proto__']))).toBe('{}');
  });
});

/** Paths of all values in a body, starting with the body itself. */
function pathsOf(value: JsonValue, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const parts: [string | number, JsonValue][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...parts.flatMap(([part, inner]) => pathsOf(inner, [...path, part]))];
}

it.each(operations)('the form and the JSON agree after random edits of %s', (id, { request }) => {
  const random = randomFrom(operations.findIndex(([other]) => other === id));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const values: readonly JsonValue[] = ['', 'ü "quoted" \\ \n', -0.5, 1e21, true, null, [], {}];
  let current = frozen(structuredClone(fullValue(request.schema, 1)));
  for (let step = 0; step < 60; step += 1) {
    const path = pick(pathsOf(current));
    const value = valueAt(current, path) ?? null;
    const name = pick(['key1', 'a b', '', '0', 'x/y']);
    const next = pick([
      () => setAt(current, path.length > 0 ? path : ['added'], pick(values)),
      () => removeAt(current, path),
      () => (Array.isArray(value) ? addItem(current, path, pick(values)) : current),
      () => (isObject(value) ? setAt(current, [...path, name], pick(values)) : current),
      () => renameKey(current, path, pick(Object.keys(isObject(value) ? value : {})), name),
    ])();
    const text = printBody(next);
    const parsed = parseBody(text);
    expect(parsed).toEqual({ kind: 'read', value: next, losses: [], repeatsKeys: false });
    expect(parsed.kind === 'read' && printBody(parsed.value)).toBe(text);
    // After any edits, the paths of errors are in the body or one level below it.
    for (const error of schemaErrors(request.schema, next)) {
      expect(valueAt(next, error.path.slice(0, -1))).toBeDefined();
    }
    current = frozen(next);
  }
});

describe('paths', () => {
  it('read as in the documentation', () => {
    expect(pathName(['policy', 'allow', 0])).toBe('policy.allow[0]');
    expect(pathName([])).toBe('');
  });

  it('have different keys without spaces', () => {
    const paths: Path[] = [
      [],
      ['0'],
      [0],
      ['a', 'b'],
      ['a/b'],
      ['a/.b'],
      ['a b'],
      [''],
      ['\ud800'],
    ];
    const keys = paths.map(pathKey);
    expect(new Set(keys).size).toBe(paths.length);
    expect(keys.join('')).not.toMatch(/\s/);
  });
});
