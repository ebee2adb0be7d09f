import { escapeUnsafe, isPlainBlock, unicodeBraces } from './escape.ts';

export function rustString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicodeBraces)}"`;
}

/** Constant part of a format string. */
export function rustFormatPart(text: string): string {
  return rustString(text.replace(/[{}]/g, '$&$&')).slice(1, -1);
}

/** A multiline raw string with as many `#` as it needs, or an escaped string when `text` needs escapes. */
export function rustBlock(text: string): string {
  if (!isPlainBlock(text)) return rustString(text);
  let hashes = '#';
  while (text.includes(`"${hashes}`)) hashes += '#';
  return `r${hashes}"${text}"${hashes}`;
}
