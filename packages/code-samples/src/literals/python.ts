import {
  computedIn,
  expressionOf,
  hasTypedNumbers,
  isReaderId,
  type Computed,
} from '../reader-id.ts';
import { snakeCase } from '../request-parts.ts';
import type { SampleValue } from '../types.ts';
import { escapeLines, escapeUnsafe, unicode4 } from './escape.ts';
import { escapedJson, type BodyCode } from './json.ts';
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

export function pythonBody(value: SampleValue): BodyCode {
  if (!hasTypedNumbers(value)) return { literal: pythonLiteral(value), json: 'json.dumps(body)' };
  const isFormat = computedIn(value).length > 0;
  const computed = (found: Computed) => {
    const expression = `{${expressionOf(found, snakeCase)}}`;
    return isReaderId(found) ? `"${expression}"` : expression;
  };
  // No JSON text has three quotes in a row.
  const line = (text: string) => {
    const escaped = escapeUnsafe(text.replaceAll('\\', '\\\\'), unicode4);
    return isFormat ? escaped.replace(/[{}]/g, '$&$&') : escaped;
  };
  const text = escapedJson(value, computed, (part) => escapeLines(part, line));
  return { literal: `${isFormat ? 'f' : ''}"""${text}"""`, json: 'body' };
}
