import type { SampleValue } from '../types.ts';
import { escapeUnsafe, isPlain, unicode4 } from './escape.ts';
import { brackets, layout, type Dialect } from './layout.ts';

export function rubyString(text: string): string {
  if (isPlain(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  return `"${rubyFormatPart(text)}"`;
}

/** Escapes `text` for double quotes, so that nothing in it is evaluated. */
export function rubyFormatPart(text: string): string {
  return escapeUnsafe(text.replace(/[\\"#]/g, '\\$&'), unicode4);
}

const dialect: Dialect = {
  indent: 2,
  scalar: (value) => {
    if (value === null) return 'nil';
    return typeof value === 'string' ? rubyString(value) : JSON.stringify(value);
  },
  entry: (key, value) => `${/^[A-Za-z_]\w*$/.test(key) ? key : rubyString(key)}: ${value}`,
  object: () => brackets('{', '}', ' ', ''),
  array: brackets('[', ']', '', ''),
};

export function rubyLiteral(value: SampleValue): string {
  return layout(value, dialect);
}
