import type { Ids } from '../ids.ts';

/** Characters of connection keys and binding secrets: the form seen in clients; the C library keeps 32. */
const length = 32;

/** A new secret of a node: its connection key, or the secret of its next binding. */
export function newNodeKey(ids: Ids): string {
  return ids.hex(length);
}
