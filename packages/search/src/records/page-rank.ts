import type { Root } from 'hast';
import { select } from 'hast-util-select';

/** Kinds of pages, those readers most likely want last. */
const ranks = { changelog: 0, index: 1, call: 2, guide: 3 } as const;

/** How likely readers want a page: guides and introductions, then calls, then lists of calls, then the changelog. */
export function pageRank(page: Root, folder: string): number {
  if (folder === 'changelog') return ranks.changelog;
  if (select('.calls', page)) return ranks.index;
  return select('.call', page) ? ranks.call : ranks.guide;
}
