/** Cuts a list into parts of `size` entries, the last one shorter. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < list.length; start += size) {
    parts.push(list.slice(start, start + size));
  }
  return parts;
}
