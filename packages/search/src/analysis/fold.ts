/** Letters without case and without diacritics: `Über` and `uber` are one. */
export function fold(text: string): string {
  // Most words are plain ASCII, and normalisation is slow.
  if (/^[\w-]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
