import type { SampleValue } from '../types.ts';
import { escapeUnsafe, isPlain, unicodeBraces } from './escape.ts';
import { brackets, layout, type Dialect } from './layout.ts';

export function phpString(text: string): string {
  if (isPlain(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  return `"${escapeUnsafe(text.replace(/[\\"$]/g, '\\$&'), unicodeBraces)}"`;
}

const ARRAY = brackets('[', ']', '', ',');

const dialect: Dialect = {
  indent: 4,
  now: '$now',
  scalar: (value) => (typeof value === 'string' ? phpString(value) : JSON.stringify(value)),
  entry: (key, value) => `${phpString(key)} => ${value}`,
  object: (keys) => {
    if (keys.length === 0) return { ...ARRAY, open: 'new stdClass(', close: ')' };
    // PHP treats an array with the keys 0, 1, 2 … as a list.
    const list = keys.every((key, index) => key === `${index}`);
    return list ? { ...ARRAY, open: '(object) [' } : ARRAY;
  },
  array: ARRAY,
};

export function phpLiteral(value: SampleValue): string {
  return layout(value, dialect);
}
