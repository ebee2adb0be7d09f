import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import literal from '../../src/empty/path-to-regexp';

type Match = typeof literal;
const original = createRequire(import.meta.url)('path-to-regexp') as Match;

const routes = [
  '/',
  '*',
  '/changelog/',
  '/device/',
  '/device/api/',
  '/getting-started/submitData/',
];
/** `NavLink` escapes what means something in a pattern. */
const escaped = routes
  .slice(2)
  .map((route) => route.replaceAll(/([.+*?=^!:${}()[\]|/\\])/g, '\\$1'));
const pathnames = [
  ...['', '/', '//', '/changelog', '/changelog/', '/Changelog/', '/changelog//', '/changelogs/'],
  ...['/device', '/device/', '/device/api', '/device/api/', '/device/api/check/', '/devices/'],
  ...['/getting-started/submitData/', '/getting-started/submitdata/', '/changelog/index.html'],
];
const options = [true, false].flatMap((end) =>
  [true, false].map((sensitive) => ({ end, sensitive, strict: false })),
);

describe('literal routes match as in the package', () => {
  it.each([...routes, ...escaped])('%s', (route) => {
    for (const option of options) {
      const names = [[], []] as { name: number }[][];
      const ours = literal(route, names[0] ?? [], option);
      const theirs = original(route, names[1] ?? [], option);
      expect(names[0]?.map(({ name }) => name)).toEqual(names[1]?.map(({ name }) => name));
      for (const pathname of pathnames) {
        const match = theirs.exec(pathname);
        const context = `${route} ${pathname} ${JSON.stringify(option)}`;
        expect(ours.exec(pathname), context).toEqual(match && [...match]);
      }
    }
  });
});

it.each(['/device/:id/', '/device/(a|b)/', '/device/*', '/device/a?'])(
  'throws for %s: it has parameters',
  (route) => {
    expect(() => literal(route, [])).toThrow('not a literal route');
  },
);

it('throws when a path is to be generated', () => {
  expect(() => literal.compile('/device/:id/')).toThrow('no route of this site has parameters');
});
