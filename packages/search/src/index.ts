import { createEngine } from './engine/engine.ts';
import { packRecords, unpackRecords } from './serialise/index-format.ts';
import type { SearchEngine, SearchRecord } from './types.ts';

export { highlight, type Tags } from './highlight/highlight.ts';
export { snippet, type SnippetOptions } from './highlight/snippet.ts';
export * from './types.ts';

/**
 * An index as JSON text. It holds the records and no inverted index: that would make it half as large again, and building
 * one from the records takes little time.
 */
export function buildIndex(records: readonly SearchRecord[]): string {
  return packRecords(records);
}

/**
 * Makes an index ready to search.
 * @throws {Error} when `json` is no index, or one of another version
 */
export function loadIndex(json: string): SearchEngine {
  return createEngine(unpackRecords(json));
}
