import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { matchLiteral } from '../../src/framework/literal-path';

type PathToRegexp = (path: string, keys: [], options: object) => RegExp;
const pathToRegexp = createRequire(import.meta.url)('path-to-regexp') as PathToRegexp;

const routes = ['/', '*', '/changelog/', '/device', '/device/api/', '/getting-started/submitData/'];
const pathnames = [
  ...['', '/', '//', '/changelog', '/changelog/', '/Changelog/', '/changelog//', '/changelogs/'],
  ...['/device', '/device/', '/device/api', '/device/api/', '/device/api/check/', '/devices/'],
  ...['/getting-started/submitData/', '/getting-started/submitdata/', '/changelog/index.html'],
];

describe('literal routes match as in path-to-regexp', () => {
  it.each(routes.flatMap((route) => [true, false].map((isWhole) => ({ route, isWhole }))))(
    '$route, $isWhole',
    ({ route, isWhole }) => {
      const pattern = pathToRegexp(route, [], { end: isWhole, sensitive: true, strict: false });
      for (const pathname of pathnames) {
        const expected = pattern.exec(pathname)?.[0];
        expect(matchLiteral(route, pathname, isWhole), pathname).toBe(expected);
      }
    },
  );
});

it.each(['/device/:id/', '/device/(a|b)/', '/device/*', '/device/a?'])(
  'throws for %s: it has parameters',
  (route) => {
    expect(() => matchLiteral(route, '/', true)).toThrow('not a literal route');
  },
);
