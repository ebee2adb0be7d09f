import { CallError } from './errors.ts';

/** Entries of one page where the call names no number, and at most where its document names none. */
const usualPage = 100;

/** Nodes, or children of a node, in one page at most (reference/platform-api.md, 2.7). */
export const largestNodePage = 1000;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The fields of a request body that select a page. */
type PageRequest = Partial<Page>;

function bound(body: PageRequest, name: 'limit' | 'offset', otherwise: number): number {
  const value = body[name];
  if (value === undefined) return otherwise;
  if (value >= 0 && Number.isSafeInteger(value)) return value;
  throw new CallError(
    400,
    'generic::malformedrequest',
    `"${name}" is ${value}; send 0 or a whole number above it.`,
  );
}

/** @throws CallError `generic::malformedrequest` for a number below 0, or too large to count with */
function readOffset(body: PageRequest): number {
  return bound(body, 'offset', 0);
}

/**
 * Reads `limit` and `offset`. Without a limit, a page has 100 entries.
 * @param largest a limit above it is cut to it, because not every schema states the largest
 * @throws CallError `generic::malformedrequest` for a number below 0
 */
export function readPage(body: PageRequest, largest = usualPage): Page {
  return {
    limit: Math.min(bound(body, 'limit', usualPage), largest),
    offset: readOffset(body),
  };
}

/** One page of a whole list, and the offset of the page after it. */
export function cutPage<T>(list: readonly T[], { limit, offset }: Page) {
  const entries = list.slice(offset, offset + limit);
  return { entries, count: entries.length, next: offset + entries.length };
}
