import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight, snippet } from '../../src/highlight.ts';
import { createEngine } from '../../src/engine/engine.ts';
import type { Query, SearchEngine } from '../../src/types.ts';
import { record, smallSite } from '../support/records.ts';

const engine = createEngine(smallSite);

const oddWord = fc.constantFrom(
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '(a+)+$',
  '[a-z]*',
  '\\',
  '$&',
  '"',
  '-',
  '--x',
  '\u0000',
  '\ud800',
  'İ',
  'ﬁ',
  '<img src=x onerror=alert(1)>',
  'a/'.repeat(300),
  'A'.repeat(600),
  'aB'.repeat(300),
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(fc.oneof(oddWord, fc.constantFrom('node', 'create', 'heart')), { maxLength: 6 })
    .map((words) => words.join(' ')),
);
const anyQuery: fc.Arbitrary<Query> = fc.record({
  query: anyText,
  page: fc.nat(5),
  hitsPerPage: fc.integer({ min: 1, max: 20 }),
  advancedSyntax: fc.boolean(),
});

function expectSoundResponse(tested: SearchEngine, query: Query, text: string): void {
  const { hits, nbHits, matches } = tested.search(query);
  expect(hits.length).toBeLessThanOrEqual(query.hitsPerPage);
  expect(nbHits).toBeLessThanOrEqual(tested.records.length);
  const scores = hits.map(({ score }) => score);
  expect(scores.every((score) => Number.isFinite(score))).toBe(true);
  expect([...scores].sort((a, b) => b - a)).toEqual(scores);
  const ranges = matches(text);
  let done = 0;
  for (const { start, end } of ranges) {
    expect(start).toBeGreaterThanOrEqual(done);
    expect(end).toBeGreaterThan(start);
    done = end;
  }
  expect(done).toBeLessThanOrEqual(text.length);
  const tags = { preTag: '\u0001', postTag: '\u0002' };
  const html =
    highlight(text, ranges, tags) + snippet(text, ranges, { words: 3, ellipsis: '…', ...tags });
  expect(html).not.toMatch(/[<>]/);
}

describe('any query', () => {
  it('returns hits in order, and matches inside the text', () => {
    fc.assert(
      fc.property(anyQuery, anyText, (query, text) => expectSoundResponse(engine, query, text)),
      {
        numRuns: 300,
      },
    );
  });

  it('returns a response for records of any text', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 6 }), anyQuery, (texts, query) => {
        const odd = createEngine(
          texts.map((text, position) =>
            record({ page: '/odd/', headings: [text], content: `${text} node`, position }),
          ),
        );
        expectSoundResponse(odd, query, texts[0] ?? '');
      }),
      { numRuns: 100 },
    );
  });

  it('finds every record by one of its words', () => {
    const word = fc.stringMatching(/^[a-z]{3,12}$/);
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 5 }), (words) => {
        const own = createEngine(
          words.map((content) => record({ page: `/${content}/`, headings: ['Page'], content })),
        );
        for (const query of words) {
          const { hits } = own.search({ query, page: 0, hitsPerPage: 10 });
          expect(hits.map(({ record: { content } }) => content)).toContain(query);
        }
      }),
      { numRuns: 100 },
    );
  });
});
