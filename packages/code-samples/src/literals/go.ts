import { escapeUnsafe, isPlainBlock, unicode4 } from './escape.ts';

export function goString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicode4)}"`;
}

/** A multiline raw string, or an interpreted string when `text` contains what a raw string cannot. */
export function goBlock(text: string): string {
  return isPlainBlock(text) && !text.includes('`') ? `\`${text}\`` : goString(text);
}
