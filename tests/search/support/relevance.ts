import { urlParts, type RelevanceQuery } from './queries.ts';

/** Relevance of a search on a query set. */
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
 * Returns the rank of the first relevant hit, from 1; `Infinity` when there is none among ten.
 * @param urls URLs of the hits, best first
 */
export function rankOf(urls: readonly string[], { accept }: RelevanceQuery): number {
  const index = urls
    .slice(0, 10)
    .findIndex((url) => accept.some((accepted) => isRelevant(url, accepted)));
  return index < 0 ? Infinity : index + 1;
}

/** Summarizes the ranks of the queries of a set. */
export function relevanceOf(ranks: readonly number[]): Relevance {
  const share = (within: number) => ranks.filter((rank) => rank <= within).length / ranks.length;
  return {
    mrr: ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length,
    firstHit: share(1),
    topFive: share(5),
  };
}
