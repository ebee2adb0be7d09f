import { escapeUnsafe, isPlainBlock, unicode4 } from './escape.ts';

export function csharpString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicode4)}"`;
}

/** Constant part of an interpolated string. */
export function csharpFormatPart(text: string): string {
  return csharpString(text.replace(/[{}]/g, '$&$&')).slice(1, -1);
}

/** A raw string literal (C# 11) with as many quotes as it takes, or an escaped one when `text` needs escapes. */
export function csharpBlock(text: string): string {
  if (!isPlainBlock(text)) return csharpString(text);
  let quotes = '"""';
  while (text.includes(quotes)) quotes += '"';
  const margin = ' '.repeat(4);
  const lines = [...text.split('\n'), quotes].map((line) => margin + line);
  return [quotes, ...lines].join('\n');
}
