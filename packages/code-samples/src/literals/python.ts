import { snakeCase } from '../request-parts.ts';
import type { SampleValue } from '../types.ts';
import { escapeUnsafe, unicode4 } from './escape.ts';
import { brackets, layout, type Dialect } from './layout.ts';

export function pythonString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicode4)}"`;
}

/** Constant part of an f-string. */
export function pythonFormatPart(text: string): string {
  return pythonString(text).slice(1, -1).replace(/[{}]/g, '$&$&');
}

const WORDS = { true: 'True', false: 'False', null: 'None' } as const;

const dialect: Dialect = {
  indent: 4,
  variable: snakeCase,
  scalar: (value) => {
    if (typeof value === 'string') return pythonString(value);
    return typeof value === 'number' ? JSON.stringify(value) : WORDS[`${value}`];
  },
  entry: (key, value) => `${pythonString(key)}: ${value}`,
  object: () => brackets('{', '}', '', ','),
  array: brackets('[', ']', '', ','),
};

export function pythonLiteral(value: SampleValue): string {
  return layout(value, dialect);
}
