import { describe, expect, it } from 'vitest';
import { dereference } from '../src/dereference.ts';
import { Source } from '../src/source.ts';

const resolve = (text: string) => dereference(Source.parse(text, 'test.yaml'));

describe('dereference', () => {
  it('follows a chain of references', () => {
    expect(resolve("a: { $ref: '#/b' }\nb: { $ref: '#/c' }\nc: { d: 1 }")).toEqual({
      a: { d: 1 },
      b: { d: 1 },
      c: { d: 1 },
    });
  });

  // RFC 6901, 3 and 6: `~1`, `~0` and percent-encoding.
  it('decodes pointers', () => {
    const text = "x: { $ref: '#/a~1b' }\ny: { $ref: '#/c~0d' }\nz: { $ref: '#/e%20f' }";
    expect(resolve(`${text}\na/b: { v: 1 }\nc~d: { v: 2 }\ne f: { v: 3 }`)).toMatchObject({
      x: { v: 1 },
      y: { v: 2 },
      z: { v: 3 },
    });
  });

  it('reaches into arrays', () => {
    expect(resolve("a: { $ref: '#/list/1' }\nlist: [{ v: 0 }, { v: 1 }]")).toHaveProperty('a', {
      v: 1,
    });
  });

  // OpenAPI 3.1, 4.8.23: summary and description beside a reference override those of its target.
  it('lets keys beside a reference win', () => {
    const text = "a: { $ref: '#/b', description: near }\nb: { description: far, type: string }";
    expect(resolve(text)).toHaveProperty('a', { description: 'near', type: 'string' });
  });

  it('uses one target twice', () => {
    expect(resolve("a: [{ $ref: '#/b' }, { $ref: '#/b' }]\nb: { v: 1 }")).toHaveProperty('a', [
      { v: 1 },
      { v: 1 },
    ]);
  });

  it.each([
    ['itself', "a: { $ref: '#/a' }", 1],
    ['a parent', "a:\n  b:\n    c: { $ref: '#/a' }", 3],
    ['one that leads back', "a: { $ref: '#/b' }\nb: { $ref: '#/a' }", 1],
  ])('refuses a reference to %s', (_target, text, line) => {
    expect(() => resolve(text)).toThrow(new RegExp(`^test\\.yaml:${line}: .*contains itself$`));
  });

  it.each(['#/nothing', '#/b/c/d', '#/list/7', '#/toString', '#/list/length'])(
    'refuses a reference to nothing: %s',
    (pointer) => {
      const text = `a: { $ref: '${pointer}' }\nb: { v: 1 }\nlist: [{}]`;
      expect(() => resolve(text)).toThrow(`test.yaml:1: $ref "${pointer}" points at nothing`);
    },
  );
});
