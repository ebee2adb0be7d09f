/** One entry of a map on the screen. */
export interface MapRow {
  /** The same for as long as the entry is there, whatever its key becomes. */
  readonly id: number;
  /** The key in the body. */
  readonly key: string;
  /** The key as it is typed: another one while it is that of a further entry. */
  readonly draft: string;
}

function withSameKeys(rows: readonly MapRow[], keys: readonly string[]): boolean {
  const known = new Set(rows.map(({ key }) => key));
  return known.size === keys.length && keys.every((key) => known.has(key));
}

/**
 * Rows for the keys of a map: those there were, in their order, and new ones at the end. JavaScript moves keys that
 * are numbers to the front of an object, so that its own order would move a row while its key is typed.
 */
export function rowsFor(rows: readonly MapRow[], keys: readonly string[]): readonly MapRow[] {
  if (withSameKeys(rows, keys)) return rows;
  const kept = rows.filter(({ key }) => keys.includes(key));
  const next = Math.max(-1, ...rows.map(({ id }) => id)) + 1;
  const added = keys
    .filter((key) => !kept.some((row) => row.key === key))
    .map((key, index) => ({ id: next + index, key, draft: key }));
  return [...kept, ...added];
}

/** Rows after typing a key: it becomes the entry's own unless a further entry has it. */
export function typeKey(rows: readonly MapRow[], id: number, draft: string): readonly MapRow[] {
  const isTaken = rows.some((row) => row.id !== id && row.key === draft);
  return rows.map((row) => {
    if (row.id !== id) return row;
    return isTaken ? { ...row, draft } : { ...row, key: draft, draft };
  });
}
