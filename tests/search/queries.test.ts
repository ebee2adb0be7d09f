import { describe, expect, it } from 'vitest';
import { builtPage } from './support/built-pages.ts';
import { kinds, urlParts, readQueries, type Kind } from './support/queries.ts';

const queries = [...readQueries(), ...readQueries('development.yaml')];
const ofKinds = (...wanted: readonly Kind[]) => queries.filter(({ kind }) => wanted.includes(kind));

/** Pages in `accept` for which `holds` is false. */
const pagesWhere = (accept: readonly string[], holds: (page: string) => boolean) =>
  accept.map((target) => urlParts(target).page).filter((page) => !holds(page));

describe('the relevance set', () => {
  it('is large enough to measure with', () => {
    expect(queries.length).toBeGreaterThanOrEqual(150);
  });

  it('has no duplicates', () => {
    const asked = queries.map(({ q }) => q.toLowerCase().replaceAll(/\s+/g, ' ').trim());
    expect(asked.filter((q, index) => asked.indexOf(q) !== index)).toEqual([]);
  });

  // docs/behavior.md, section 5: the search input accepts at most 64 characters.
  it('has only queries of a valid length', () => {
    expect(queries.filter(({ q }) => q.length === 0 || q.length > 64)).toEqual([]);
  });

  it.each(kinds)('has at least six queries of the kind %s', (kind) => {
    expect(ofKinds(kind).length).toBeGreaterThanOrEqual(6);
  });
});

const others = ['comparison.yaml', 'held-out.yaml', 'blind.yaml'].flatMap((name) =>
  readQueries(name),
);

describe.each([...queries, ...others])('$kind: $q', ({ accept }) => {
  it('accepts existing pages and anchors', () => {
    const missing = accept.filter((target) => {
      const { page, anchor } = urlParts(target);
      const built = builtPage(page);
      return built === undefined || (anchor !== null && !built.anchors.has(anchor));
    });
    expect(missing).toEqual([]);
  });

  it('lists each target once, and no anchor on a page that is accepted as a whole', () => {
    const others = (target: string) => accept.filter((other) => other === target).length - 1;
    const covered = (target: string) =>
      urlParts(target).anchor !== null && accept.includes(urlParts(target).page);
    expect(accept.filter((target) => others(target) > 0 || covered(target))).toEqual([]);
  });
});

describe.each(ofKinds('title'))('title: $q', ({ q, accept }) => {
  it('accepts whole pages whose title contains its words', () => {
    const words = q.toLowerCase().split(' ');
    const titled = (page: string) => {
      const title = builtPage(page)?.title.toLowerCase() ?? '';
      return words.every((word) => title.includes(word));
    };
    expect(accept.filter((target) => urlParts(target).anchor !== null)).toEqual([]);
    expect(pagesWhere(accept, titled)).toEqual([]);
  });
});

/** The part of a query that a page must contain literally: without leading words, host, version or topic prefix. */
const literal = (q: string) =>
  (q.split(' ').at(-1) ?? '')
    .replace(/^(?:https:\/\/[^/]+)?\/?v1\//, '')
    .replace(/^\$anedya\/device\/[^/]+\//, '')
    .toLowerCase();

// A page that no longer contains a path, topic or code is not relevant for it.
describe.each(ofKinds('path', 'topic', 'code'))('$kind: $q', ({ q, accept }) => {
  it('accepts only pages that contain it', () => {
    const shows = (page: string) => builtPage(page)?.text.includes(literal(q)) ?? false;
    expect(pagesWhere(accept, shows)).toEqual([]);
  });
});

describe.each(ofKinds('typo'))('typo: $q', ({ q, accept }) => {
  it('contains a word that no accepted page contains', () => {
    const strange = q
      .toLowerCase()
      .split(' ')
      .filter((word) =>
        accept.every((target) => !builtPage(urlParts(target).page)?.text.includes(word)),
      );
    expect(strange).not.toEqual([]);
  });
});
