/**
 * Keys for the items of an array on the screen, one each: those there were, and new ones at the end. An item keeps its
 * key when one before it goes, so that its control keeps what it knows.
 */
export function itemKeys(keys: readonly number[], length: number): readonly number[] {
  if (keys.length >= length) return keys.length === length ? keys : keys.slice(0, length);
  const next = Math.max(-1, ...keys) + 1;
  const added = Array.from({ length: length - keys.length }, (_, index) => next + index);
  return [...keys, ...added];
}
