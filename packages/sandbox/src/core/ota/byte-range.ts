/** Bytes of a file, both of them inside. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const single = /^bytes=(\d*)-(\d*)$/i;

/**
 * The part of a file that a header `Range` asks for (RFC 9110, 14.1.2).
 * @param size bytes of the file
 * @returns nothing for a header that a server ignores: of another unit, of several ranges, or of another form
 */
export function byteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = single.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const wanted = Math.min(Number(to), size);
    return wanted === 0 ? 'unsatisfiable' : { first: size - wanted, last: size - 1 };
  }
  const [first, end] = [Number(from), to === '' ? Infinity : Number(to)];
  if (end < first) return undefined;
  return first < size ? { first, last: Math.min(end, size - 1) } : 'unsatisfiable';
}
