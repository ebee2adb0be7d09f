import { expect, it } from 'vitest';
import { localUrlHost } from '../../src/core/paths.ts';

it.each([
  ['localhost', 'localhost'],
  ['192.0.2.7', '192.0.2.7'],
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['::1', '[::1]'],
])('a server that listens on %s is reached at %s', (host, expected) => {
  expect(localUrlHost(host)).toBe(expected);
});
