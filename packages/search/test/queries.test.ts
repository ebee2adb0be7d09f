import { describe, expect, it } from 'vitest';
import { builtPage } from './support/built-pages.ts';
import { kinds, urlParts, readQueries, type Kind } from './support/queries.ts';

const queries = [...readQueries(), ...readQueries('development.yaml')];
const ofKinds = (...wanted: readonly Kind[]) => queries.filter(({ kind }) => wanted.includes(kind));

/** Pages that `accept` names, without those of which `holds` is true. */
const pagesWhere = (accept: readonly string[], holds: (page: string) => boolean) =>
  accept.map((place) => urlParts(place).page).filter((page) => !holds(page));

describe('the relevance set', () => {
  it('is large enough to measure with', () => {
    expect(queries.length).toBeGreaterThanOrEqual(150);
  });

  it('asks nothing twice', () => {
    const asked = queries.map(({ q }) => q.toLowerCase().replaceAll(/\s+/g, ' ').trim());
    expect(asked.filter((q, index) => asked.indexOf(q) !== index)).toEqual([]);
  });

  // Specification, section 5: the search input accepts at most 64 characters.
  it('asks what fits into the search box', () => {
    expect(queries.filter(({ q }) => q.length === 0 || q.length > 64)).toEqual([]);
  });

  it.each(kinds)('asks at least six queries of the kind %s', (kind) => {
    expect(ofKinds(kind).length).toBeGreaterThanOrEqual(6);
  });
});

describe.each(queries)('$kind: $q', ({ accept }) => {
  it('accepts places that exist', () => {
    const missing = accept.filter((place) => {
      const { page, anchor } = urlParts(place);
      const built = builtPage(page);
      return built === undefined || (anchor !== null && !built.anchors.has(anchor));
    });
    expect(missing).toEqual([]);
  });

  it('names each place once, and no place on a page it accepts as a whole', () => {
    const others = (place: string) => accept.filter((other) => other === place).length - 1;
    const covered = (place: string) =>
      urlParts(place).anchor !== null && accept.includes(urlParts(place).page);
    expect(accept.filter((place) => others(place) > 0 || covered(place))).toEqual([]);
  });
});

describe.each(ofKinds('title'))('title: $q', ({ q, accept }) => {
  it('accepts whole pages whose title holds its words', () => {
    const words = q.toLowerCase().split(' ');
    const titled = (page: string) => {
      const title = builtPage(page)?.title.toLowerCase() ?? '';
      return words.every((word) => title.includes(word));
    };
    expect(accept.filter((place) => urlParts(place).anchor !== null)).toEqual([]);
    expect(pagesWhere(accept, titled)).toEqual([]);
  });
});

/** What must stand on a page to the letter: without words before it, host, version, or topic prefix. */
const literal = (q: string) =>
  (q.split(' ').at(-1) ?? '')
    .replace(/^(?:https:\/\/[^/]+)?\/?v1\//, '')
    .replace(/^\$anedya\/device\/[^/]+\//, '')
    .toLowerCase();

// A page that no longer shows a path, topic or code no longer answers who pastes it.
describe.each(ofKinds('path', 'topic', 'code'))('$kind: $q', ({ q, accept }) => {
  it('accepts only pages that show it', () => {
    const shows = (page: string) => builtPage(page)?.text.includes(literal(q)) ?? false;
    expect(pagesWhere(accept, shows)).toEqual([]);
  });
});

describe.each(ofKinds('typo'))('typo: $q', ({ q, accept }) => {
  it('has a word that no accepted page spells so', () => {
    const strange = q
      .toLowerCase()
      .split(' ')
      .filter((word) =>
        accept.every((place) => !builtPage(urlParts(place).page)?.text.includes(word)),
      );
    expect(strange).not.toEqual([]);
  });
});
