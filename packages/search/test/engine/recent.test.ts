import { expect, it } from 'vitest';
import { Recent } from '../../src/engine/recent.ts';

it('makes a value once, as long as it is among the latest', () => {
  const recent = new Recent<{ readonly key: string }>(2);
  const made: string[] = [];
  const of = (key: string) =>
    recent.of(key, () => {
      made.push(key);
      return { key };
    });
  const first = of('a');
  of('b');
  expect(of('a')).toBe(first);
  // "b" was used longest ago.
  of('c');
  expect(of('a')).toBe(first);
  expect(of('b')).toEqual({ key: 'b' });
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
