import { escapeUnsafe, isPlainBlock, unicode4 } from './escape.ts';

export function goString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicode4)}"`;
}

/** A raw string over several lines, or an interpreted one when `text` holds what a raw string cannot. */
export function goBlock(text: string): string {
  return isPlainBlock(text) && !text.includes('`') ? `\`${text}\`` : goString(text);
}
