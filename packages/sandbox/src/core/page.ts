import { malformed } from './errors.ts';

/** Default page size, and the maximum if the operation documents none. */
const usualPage = 100;

/** Maximum number of nodes or children in a page (specs/facts/platform-api.md, 2.7). */
export const largestNodePage = 1000;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The fields of a request body that select a page. */
type PageRequest = Partial<Page>;

function bound(body: PageRequest, name: 'limit' | 'offset', otherwise: number): number {
  const value = body[name];
  if (value === undefined) return otherwise;
  if (value >= 0 && Number.isSafeInteger(value)) return value;
  throw malformed(
    `"${name}" is ${value}; send a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`,
  );
}

/** @throws RequestError `generic::malformedrequest` for a negative number or one that is too large */
function readOffset(body: PageRequest): number {
  return bound(body, 'offset', 0);
}

/**
 * Reads `limit` and `offset`. The default page size is 100.
 * @param largest a larger limit is reduced to it, because not every schema states a maximum
 * @throws RequestError `generic::malformedrequest` for a negative number
 */
export function readPage(body: PageRequest, largest = usualPage): Page {
  return {
    limit: Math.min(bound(body, 'limit', usualPage), largest),
    offset: readOffset(body),
  };
}

/** Returns one page of a list, and the offset of the next page. */
export function cutPage<T>(list: readonly T[], { limit, offset }: Page) {
  const entries = list.slice(offset, offset + limit);
  return { entries, count: entries.length, next: offset + entries.length };
}

/** Splits a list into parts of `size` entries; the last one may be shorter. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < list.length; start += size) {
    parts.push(list.slice(start, start + size));
  }
  return parts;
}
