import { escapeUnsafe, isPlainBlock, unicode4 } from './escape.ts';

export function cppString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicode4)}"`;
}

/** A multiline raw string literal (C++11), or an escaped one when `text` needs escapes. */
export function cppBlock(text: string, word = 'JSON'): string {
  if (!isPlainBlock(text)) return cppString(text);
  let delimiter = word;
  while (text.includes(`)${delimiter}"`)) delimiter += '_';
  return `R"${delimiter}(${text})${delimiter}"`;
}
