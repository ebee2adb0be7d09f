import { isRelativeTime } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';
import { escapeJson, escapeUnsafe, isPlain } from './escape.ts';
import { brackets, layout, type Dialect } from './layout.ts';

/** PowerShell treats typographic quotes like plain ones. */
const SINGLE_QUOTES = /['\u2018-\u201b]/g;

function backtickUnicode(code: number): string {
  return `\`u{${code.toString(16)}}`;
}

/** Escapes `text` for double quotes, so that nothing in it is expanded. */
export function powershellFormatPart(text: string): string {
  return escapeUnsafe(text.replace(/[`"$\u201c-\u201e]/g, '`$&'), backtickUnicode, '`');
}

function singleQuoted(text: string): string {
  return `'${text.replace(SINGLE_QUOTES, '$&$&')}'`;
}

export function powershellString(text: string): string {
  return isPlain(text) ? singleQuoted(text) : `"${powershellFormatPart(text)}"`;
}

/** Multiline JSON text. A here-string is not safe: a line of the text can end it. */
export function powershellJson(text: string): string {
  return singleQuoted(escapeJson(text));
}

const WORDS = { true: '$true', false: '$false', null: '$null' } as const;

const dialect: Dialect = {
  indent: 4,
  now: '$now',
  scalar: (value) => {
    if (typeof value === 'string') return powershellString(value);
    return typeof value === 'number' ? JSON.stringify(value) : WORDS[`${value}`];
  },
  entry: (key, value) => `${/^[A-Za-z_]\w*$/.test(key) ? key : powershellString(key)} = ${value}`,
  object: () => ({
    open: '[ordered]@{',
    close: '}',
    pad: ' ',
    separator: '; ',
    lineEnd: '',
    lastLineEnd: '',
  }),
  array: brackets('@(', ')', '', ''),
};

/** Value of `-Depth` for ConvertTo-Json. */
export const POWERSHELL_DEPTH = 20;

/**
 * True when a PowerShell literal preserves `value`: `@(...)` unrolls an array that is its only item, hashtables ignore the
 * case of keys, and ConvertTo-Json stops at its depth.
 */
export function isPowershellSafe(value: SampleValue, depth = 0): boolean {
  if (value === null || typeof value !== 'object' || isRelativeTime(value)) return true;
  if (depth >= POWERSHELL_DEPTH) return false;
  if (Array.isArray(value)) {
    const unrolled = value.length === 1 && Array.isArray(value[0]);
    return !unrolled && value.every((item) => isPowershellSafe(item, depth + 1));
  }
  const keys = Object.keys(value).map((key) => key.toLowerCase());
  const distinct = new Set(keys).size === keys.length;
  return distinct && Object.values(value).every((item) => isPowershellSafe(item, depth + 1));
}

export function powershellLiteral(value: SampleValue): string {
  return layout(value, dialect);
}
