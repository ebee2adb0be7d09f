/** Compares text by its UTF-16 units and numbers by size, so that every machine sorts alike. */
export function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
