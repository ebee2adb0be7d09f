import { timeExpression, type RelativeTime } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';
import { escapeUnsafe, isPlainBlock, unicode4 } from './escape.ts';
import { jsonText } from './json.ts';

export function csharpString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicode4)}"`;
}

/** Constant part of an interpolated string. */
export function csharpFormatPart(text: string): string {
  return csharpString(text.replace(/[{}]/g, '$&$&')).slice(1, -1);
}

/** Longest run of braces in a text. */
const longestRun = (text: string) =>
  Math.max(0, ...[...text.matchAll(/\{+|\}+/g)].map(([run]) => run.length));

/**
 * JSON text with relative times as an interpolated string: a raw string (C# 11) whose interpolations use one more brace than
 * the longest run of braces in the text, or an escaped string when the text needs escapes.
 */
export function csharpInterpolated(body: SampleValue): string {
  const plain = jsonText(body);
  if (!isPlainBlock(plain)) {
    const double = (part: string) => part.replace(/[{}]/g, '$&$&');
    return `$${csharpString(jsonText(body, double, (time) => `{${timeExpression(time)}}`))}`;
  }
  const braces = Math.max(2, longestRun(plain) + 1);
  const interpolation = (time: RelativeTime) =>
    `${'{'.repeat(braces)}${timeExpression(time)}${'}'.repeat(braces)}`;
  return `${'$'.repeat(braces)}${csharpBlock(jsonText(body, undefined, interpolation))}`;
}

/** A raw string literal (C# 11) with as many quotes as it needs, or an escaped one when `text` needs escapes. */
export function csharpBlock(text: string): string {
  if (!isPlainBlock(text)) return csharpString(text);
  let quotes = '"""';
  while (text.includes(quotes)) quotes += '"';
  const margin = ' '.repeat(4);
  const lines = [...text.split('\n'), quotes].map((line) => margin + line);
  return [quotes, ...lines].join('\n');
}
