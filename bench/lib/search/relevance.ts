import { placeOf, type RelevanceQuery } from '../../../packages/search/test/support/queries.ts';
import type { Candidate } from './candidate.ts';

export interface Relevance {
  /** Mean of one over the rank of the first right hit among ten, nothing when there is none. */
  readonly mrr: number;
  /** Shares of the queries, 0 to 1. */
  readonly firstHit: number;
  readonly topFive: number;
}

function isRight(url: string, accepted: string): boolean {
  const wanted = placeOf(accepted);
  const { page, anchor } = placeOf(url);
  return page === wanted.page && (wanted.anchor === null || anchor === wanted.anchor);
}

/** How well a search answers the query set. */
export function relevance(search: Candidate, queries: readonly RelevanceQuery[]): Relevance {
  const ranks = queries.map(({ q, accept }) => {
    const { urls } = search(q);
    return 1 + urls.findIndex((url) => accept.some((accepted) => isRight(url, accepted)));
  });
  const share = (weigh: (rank: number) => number) =>
    ranks.filter((rank) => rank > 0).reduce((sum, rank) => sum + weigh(rank), 0) / ranks.length;
  return {
    mrr: share((rank) => (rank <= 10 ? 1 / rank : 0)),
    firstHit: share((rank) => (rank === 1 ? 1 : 0)),
    topFive: share((rank) => (rank <= 5 ? 1 : 0)),
  };
}
