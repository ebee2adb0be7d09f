import { beforeAll, describe, expect, it } from 'vitest';
import { buildIndex, loadIndex } from '../../packages/search/src/index.ts';
import { siteRecords } from './support/built-site.ts';
import { readQueries, type RelevanceQuery } from './support/queries.ts';
import { rankOf, relevanceOf } from './support/relevance.ts';

interface Measured extends RelevanceQuery {
  /** Rank of the first relevant hit, from 1; `Infinity` when there is none among ten. */
  readonly rank: number;
  readonly first: string;
}

const engine = loadIndex(buildIndex(siteRecords()));

/** Prints only figures: reading the misses of a set would tune on it. */
function summaryOf(all: readonly Measured[]): string {
  const { mrr, firstHit, topFive } = relevanceIn(all);
  return `${all.length} queries: MRR@10 ${mrr.toFixed(3)}, first ${firstHit.toFixed(3)}, top five ${topFive.toFixed(3)}`;
}

function measure(query: RelevanceQuery): Measured {
  const { hits } = engine.search({ query: query.q, page: 0, hitsPerPage: 10 });
  const urls = hits.map(({ record }) => record.url);
  return { ...query, rank: rankOf(urls, query), first: urls[0] ?? '-' };
}

const relevanceIn = (all: readonly Measured[]) => relevanceOf(all.map(({ rank }) => rank));

describe('relevance', () => {
  const measured = readQueries().map(measure);
  const development = readQueries('development.yaml').map(measure);
  const heldOut = readQueries('held-out.yaml').map(measure);

  beforeAll(() => {
    const lines = measured
      .filter(({ rank }) => rank > 1)
      .map(({ q, kind, rank, first, accept }) =>
        [`${rank}`.padEnd(9), kind.padEnd(9), q, `-> ${first}, not ${accept.join(' ')}`].join(' '),
      );
    const kinds = [...new Set(measured.map(({ kind }) => kind))].map((kind) => {
      const own = measured.filter((one) => one.kind === kind);
      return `${kind.padEnd(9)} ${own.length} queries, MRR ${relevanceIn(own).mrr.toFixed(3)}`;
    });
    const later = `Development: ${summaryOf(development)}`;
    console.info([...lines, ...kinds, summaryOf(measured), later].join('\n'));
  });

  it('ranks a relevant page early: MRR@10 of 0.95', () => {
    expect(relevanceIn(measured).mrr).toBeGreaterThanOrEqual(0.95);
  });

  it('ranks a relevant page first for 90% of queries', () => {
    expect(relevanceIn(measured).firstHit).toBeGreaterThanOrEqual(0.9);
  });

  it('ranks a relevant page in the top five for 98% of queries', () => {
    expect(relevanceIn(measured).topFive).toBeGreaterThanOrEqual(0.98);
  });

  it('ranks queries that it was not tuned on nearly as well', () => {
    expect(relevanceIn(development).mrr).toBeGreaterThanOrEqual(0.93);
    expect(relevanceIn(development).topFive).toBeGreaterThanOrEqual(0.97);
  });

  // The figures are not printed: if they were seen after each change, they would be tuned on. The aims are 0.93 and 0.98,

  it('ranks held-out queries nearly as well', () => {
    expect(relevanceIn(heldOut).mrr >= 0.925, 'MRR@10 of at least 0.925').toBe(true);
    expect(relevanceIn(heldOut).topFive >= 0.974, 'top five of at least 0.974').toBe(true);
  });
});
