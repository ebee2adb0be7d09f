import { limits } from './limits.ts';
import type { Parameters } from './parameters.ts';

/** What to ask of an engine, and which of its hits to show. */
export interface Paging {
  readonly query: { readonly page: number; readonly hitsPerPage: number };
  /** Hits of the engine's page to leave out before the first shown one. */
  readonly skip: number;
  /** Hits to show at most. */
  readonly take: number;
}

/**
 * Turns a page, or `offset` and `length`, into a page of the engine. Hits past `limits.reachableHits` are counted but
 * never shown, as at the provider.
 */
export function pagingOf({ page, hitsPerPage, offset, length }: Parameters): Paging {
  const byOffset = offset !== undefined || length !== undefined;
  const first = byOffset ? (offset ?? 0) : page * hitsPerPage;
  const wanted = byOffset ? (length ?? hitsPerPage) : hitsPerPage;
  const take = Math.max(0, Math.min(wanted, limits.reachableHits - first));
  if (take === 0) return { query: { page: 0, hitsPerPage: 0 }, skip: 0, take };
  return byOffset
    ? { query: { page: 0, hitsPerPage: first + take }, skip: first, take }
    : { query: { page, hitsPerPage }, skip: 0, take };
}

/** The fields of an answer that tell where its hits stand. */
export function pageFields(parameters: Parameters, nbHits: number): Record<string, number> {
  const { page, hitsPerPage, offset, length } = parameters;
  if (offset !== undefined || length !== undefined) {
    return { offset: offset ?? 0, length: length ?? hitsPerPage };
  }
  const reachable = Math.min(nbHits, limits.reachableHits);
  return { page, nbPages: hitsPerPage === 0 ? 0 : Math.ceil(reachable / hitsPerPage), hitsPerPage };
}
