import { beforeAll, describe, expect, it } from 'vitest';
import { buildIndex, loadIndex, type Hit } from '../../packages/search/src/index.ts';
import { siteRecords } from './support/built-site.ts';
import { urlParts, readQueries, type RelevanceQuery } from './support/queries.ts';

interface Measured extends RelevanceQuery {
  /** Rank of the first relevant hit, from 1; `Infinity` when there is none among ten. */
  readonly rank: number;
  readonly first: string;
}

const engine = loadIndex(buildIndex(siteRecords()));

const isRelevant = ({ record }: Hit, accept: readonly string[]) =>
  accept.some((target) => {
    const { page, anchor } = urlParts(target);
    return record.url_without_anchor === page && (anchor === null || record.anchor === anchor);
  });

/** Prints only figures: reading the misses of a set would tune on it. */
const summaryOf = (all: readonly Measured[]) =>
  `${all.length} queries: MRR@10 ${reciprocalRank(all).toFixed(3)}, first ${share(all, 1).toFixed(3)}, top five ${share(all, 5).toFixed(3)}`;

function measure(query: RelevanceQuery): Measured {
  const { hits } = engine.search({ query: query.q, page: 0, hitsPerPage: 10 });
  const index = hits.findIndex((hit) => isRelevant(hit, query.accept));
  return { ...query, rank: index < 0 ? Infinity : index + 1, first: hits[0]?.record.url ?? '-' };
}

const share = (all: readonly Measured[], within: number) =>
  all.filter(({ rank }) => rank <= within).length / all.length;

const reciprocalRank = (all: readonly Measured[]) =>
  all.reduce((sum, { rank }) => sum + 1 / rank, 0) / all.length;

describe('relevance', () => {
  const measured = readQueries().map(measure);
  const development = readQueries('development.yaml').map(measure);

  beforeAll(() => {
    const lines = measured
      .filter(({ rank }) => rank > 1)
      .map(({ q, kind, rank, first, accept }) =>
        [`${rank}`.padEnd(9), kind.padEnd(9), q, `-> ${first}, not ${accept.join(' ')}`].join(' '),
      );
    const kinds = [...new Set(measured.map(({ kind }) => kind))].map((kind) => {
      const own = measured.filter((one) => one.kind === kind);
      return `${kind.padEnd(9)} ${own.length} queries, MRR ${reciprocalRank(own).toFixed(3)}`;
    });
    const later = `Development: ${summaryOf(development)}`;
    const heldOut = `Held out: ${summaryOf(readQueries('held-out.yaml').map(measure))}`;
    console.info([...lines, ...kinds, summaryOf(measured), later, heldOut].join('\n'));
  });

  it('ranks a relevant page early: MRR@10 of 0.95', () => {
    expect(reciprocalRank(measured)).toBeGreaterThanOrEqual(0.95);
  });

  it('ranks a relevant page first for 90% of queries', () => {
    expect(share(measured, 1)).toBeGreaterThanOrEqual(0.9);
  });

  it('ranks a relevant page in the top five for 98% of queries', () => {
    expect(share(measured, 5)).toBeGreaterThanOrEqual(0.98);
  });

  it('ranks queries that it was not tuned on nearly as well', () => {
    expect(reciprocalRank(development)).toBeGreaterThanOrEqual(0.86);
    expect(share(development, 5)).toBeGreaterThanOrEqual(0.93);
  });
});
