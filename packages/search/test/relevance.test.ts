import { beforeAll, describe, expect, it } from 'vitest';
import { buildIndex, loadIndex, type Hit } from '../src/index.ts';
import { siteRecords } from './support/built-site.ts';
import { urlParts, readQueries, type RelevanceQuery } from './support/queries.ts';

interface Measured extends RelevanceQuery {
  /** Place of the first right hit, from 1; `Infinity` when there is none among ten. */
  readonly place: number;
  readonly first: string;
}

const engine = loadIndex(buildIndex(siteRecords()));

const isRight = ({ record }: Hit, accept: readonly string[]) =>
  accept.some((place) => {
    const { page, anchor } = urlParts(place);
    return record.url_without_anchor === page && (anchor === null || record.anchor === anchor);
  });

/** Prints figures alone: a set whose misses were read is a set that was tuned on. */
const summaryOf = (all: readonly Measured[]) =>
  `${all.length} queries: MRR@10 ${reciprocalRank(all).toFixed(3)}, first ${share(all, 1).toFixed(3)}, top five ${share(all, 5).toFixed(3)}`;

function measure(query: RelevanceQuery): Measured {
  const { hits } = engine.search({ query: query.q, page: 0, hitsPerPage: 10 });
  const index = hits.findIndex((hit) => isRight(hit, query.accept));
  return { ...query, place: index < 0 ? Infinity : index + 1, first: hits[0]?.record.url ?? '-' };
}

const share = (all: readonly Measured[], within: number) =>
  all.filter(({ place }) => place <= within).length / all.length;

const reciprocalRank = (all: readonly Measured[]) =>
  all.reduce((sum, { place }) => sum + 1 / place, 0) / all.length;

describe('relevance', () => {
  const measured = readQueries().map(measure);
  const development = readQueries('development.yaml').map(measure);

  beforeAll(() => {
    const lines = measured
      .filter(({ place }) => place > 1)
      .map(({ q, kind, place, first, accept }) =>
        [`${place}`.padEnd(9), kind.padEnd(9), q, `-> ${first}, not ${accept.join(' ')}`].join(' '),
      );
    const kinds = [...new Set(measured.map(({ kind }) => kind))].map((kind) => {
      const own = measured.filter((one) => one.kind === kind);
      return `${kind.padEnd(9)} ${own.length} queries, MRR ${reciprocalRank(own).toFixed(3)}`;
    });
    const later = `Development: ${summaryOf(development)}`;
    const heldOut = `Held out: ${summaryOf(readQueries('held-out.yaml').map(measure))}`;
    console.info([...lines, ...kinds, summaryOf(measured), later, heldOut].join('\n'));
  });

  it('brings up a right place early: MRR@10 of 0.95', () => {
    expect(reciprocalRank(measured)).toBeGreaterThanOrEqual(0.95);
  });

  it('brings up a right place first for 90 of 100 queries', () => {
    expect(share(measured, 1)).toBeGreaterThanOrEqual(0.9);
  });

  it('brings up a right place among the first five for 98 of 100 queries', () => {
    expect(share(measured, 5)).toBeGreaterThanOrEqual(0.98);
  });

  it('answers queries that its weights were not set for nearly as well', () => {
    expect(reciprocalRank(development)).toBeGreaterThanOrEqual(0.86);
    expect(share(development, 5)).toBeGreaterThanOrEqual(0.93);
  });
});
