import { isTypedNumber } from '@anedya-docs/openapi-model/typed-number';
import { expressionOf, isReaderId } from '../reader-id.ts';
import { isRelativeTime } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';

const WIDTH = 80;

/** How a language brackets an object or an array. */
export interface Brackets {
  readonly open: string;
  readonly close: string;
  /** Between a bracket and the content on the same line. */
  readonly pad: '' | ' ';
  /** Between entries on the same line. */
  readonly separator: string;
  /** After an entry on a separate line, and after the last one. */
  readonly lineEnd: string;
  readonly lastLineEnd: string;
}

/** How a language writes JSON values as literals. */
export interface Dialect {
  readonly indent: number;
  /** Local variable for an environment variable, and for `NOW`, the current Unix time in seconds. */
  readonly variable: (name: string) => string;
  readonly scalar: (value: string | number | boolean | null) => string;
  /** An entry of an object; `value` is already a literal. */
  readonly entry: (key: string, value: string) => string;
  readonly object: (keys: readonly string[]) => Brackets;
  readonly array: Brackets;
}

interface Item {
  readonly lead: (value: string) => string;
  readonly value: SampleValue;
}

function parts(
  value: SampleValue,
  dialect: Dialect,
): { brackets: Brackets; items: Item[] } | string {
  if (Array.isArray(value)) {
    return {
      brackets: dialect.array,
      items: value.map((item) => ({ lead: (x) => x, value: item })),
    };
  }
  if (isRelativeTime(value) || isReaderId(value)) return expressionOf(value, dialect.variable);
  if (isTypedNumber(value)) return value.text;
  if (value !== null && typeof value === 'object') {
    const items = Object.entries(value).map(([key, item]) => ({
      lead: (text: string) => dialect.entry(key, text),
      value: item,
    }));
    return { brackets: dialect.object(Object.keys(value)), items };
  }
  return dialect.scalar(value);
}

function flat(value: SampleValue, dialect: Dialect): string {
  const found = parts(value, dialect);
  if (typeof found === 'string') return found;
  const { open, close, pad, separator } = found.brackets;
  if (found.items.length === 0) return open + close;
  const entries = found.items.map((item) => item.lead(flat(item.value, dialect)));
  return open + pad + entries.join(separator) + pad + close;
}

function block(value: SampleValue, dialect: Dialect, depth: number): string {
  const found = parts(value, dialect);
  if (typeof found === 'string' || found.items.length === 0) return flat(value, dialect);
  const { open, close, lineEnd, lastLineEnd } = found.brackets;
  const margin = ' '.repeat(dialect.indent * (depth + 1));
  const lines = found.items.map((item, index) => {
    const end = index === found.items.length - 1 ? lastLineEnd : lineEnd;
    const line = margin + item.lead(flat(item.value, dialect)) + end;
    return line.length <= WIDTH
      ? line
      : margin + item.lead(block(item.value, dialect, depth + 1)) + end;
  });
  return [open, ...lines, ' '.repeat(dialect.indent * depth) + close].join('\n');
}

/** `value` as a literal: one line per field, with short nested objects and arrays on the line of their field. */
export function layout(value: SampleValue, dialect: Dialect): string {
  return block(value, dialect, 0);
}

/** Brackets of most languages: commas between entries, `lastLineEnd` after the last one. */
export function brackets(
  open: string,
  close: string,
  pad: '' | ' ',
  lastLineEnd: '' | ',',
): Brackets {
  return { open, close, pad, separator: ', ', lineEnd: ',', lastLineEnd };
}
