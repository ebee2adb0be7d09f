import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** Intent of the reader; each kind is also measured separately. */
export const kinds = [
  'title',
  'task',
  'field',
  'path',
  'topic',
  'code',
  'prefix',
  'typo',
  'plural',
  'mix',
  'platform',
  'synonym',
  'question',
  'error',
  'british',
] as const;
export type Kind = (typeof kinds)[number];

export interface RelevanceQuery {
  /** As typed. */
  readonly q: string;
  readonly kind: Kind;
  /** `/path/#anchor`, or `/path/` when any hit on that page is relevant; paths from the site's root. */
  readonly accept: readonly string[];
}

const isQuery = (entry: unknown): entry is RelevanceQuery => {
  if (typeof entry !== 'object' || entry === null) return false;
  const { q, kind, accept, ...others } = entry as Record<string, unknown>;
  return (
    typeof q === 'string' &&
    kinds.some((known) => known === kind) &&
    Array.isArray(accept) &&
    accept.length > 0 &&
    accept.every((target) => typeof target === 'string') &&
    Object.keys(others).length === 0
  );
};

/**
 * Reads a relevance set.
 * @throws TypeError naming the first invalid entry
 */
export function readQueries(name = 'queries.yaml'): readonly RelevanceQuery[] {
  const file = path.resolve(import.meta.dirname, '..', name);
  const entries = parse(readFileSync(file, 'utf8')) as unknown[];
  return entries.map((entry) => {
    if (!isQuery(entry)) throw new TypeError(`invalid query: ${JSON.stringify(entry)}`);
    return entry;
  });
}

/** Splits an accepted target into page and anchor, which is `null` when the whole page is accepted. */
export function urlParts(accepted: string): { page: string; anchor: string | null } {
  const [page = '', anchor = null] = accepted.split('#');
  return { page, anchor };
}
