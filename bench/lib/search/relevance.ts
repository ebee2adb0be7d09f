import { urlParts, type RelevanceQuery } from '../../../tests/search/support/queries.ts';

export interface Relevance {
  /** Mean reciprocal rank of the first relevant hit among ten. */
  readonly mrr: number;
  /** Shares of the queries, 0 to 1. */
  readonly firstHit: number;
  readonly topFive: number;
}

function isRelevant(url: string, accepted: string): boolean {
  const expected = urlParts(accepted);
  const { page, anchor } = urlParts(url);
  return page === expected.page && (expected.anchor === null || anchor === expected.anchor);
}

/**
 * Measures the relevance of a search on a query set.
 * @param search returns the URLs of the hits, best first
 */
export function relevance(
  search: (query: string) => readonly string[],
  queries: readonly RelevanceQuery[],
): Relevance {
  const ranks = queries.map(
    ({ q, accept }) =>
      1 + search(q).findIndex((url) => accept.some((accepted) => isRelevant(url, accepted))),
  );
  const share = (weigh: (rank: number) => number) =>
    ranks.filter((rank) => rank > 0).reduce((sum, rank) => sum + weigh(rank), 0) / ranks.length;
  return {
    mrr: share((rank) => (rank <= 10 ? 1 / rank : 0)),
    firstHit: share((rank) => (rank === 1 ? 1 : 0)),
    topFive: share((rank) => (rank <= 5 ? 1 : 0)),
  };
}
