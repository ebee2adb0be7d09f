import { createEngine } from './engine/engine.ts';
import { deserializeRecords, serializeRecords } from './index-format.ts';
import type { SearchEngine, SearchRecord } from './types.ts';

export { highlight } from './highlight.ts';
export * from './types.ts';

/**
 * Serializes an index as JSON. It contains the records and no inverted index, which would make it half as large again; building
 * one from the records is fast.
 */
export function buildIndex(records: readonly SearchRecord[]): string {
  return serializeRecords(records);
}

/**
 * Loads an index for searching.
 * @throws Error when `json` is not an index, or an index of another version
 */
export function loadIndex(json: string): SearchEngine {
  return createEngine(deserializeRecords(json));
}
