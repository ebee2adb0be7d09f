import { expressionOf, hasTypedNumbers, isReaderId, type Computed } from '../reader-id.ts';
import { camelCase } from '../request-parts.ts';
import type { SampleValue } from '../types.ts';
import { escapeLines, escapeUnsafe, unicode4 } from './escape.ts';
import { escapedJson, type BodyCode } from './json.ts';
import { brackets, layout, type Dialect } from './layout.ts';

export function jsString(text: string): string {
  return `'${escapeUnsafe(text.replace(/[\\']/g, '\\$&'), unicode4)}'`;
}

/** Escapes `text` for a template literal, so that nothing in it is evaluated. */
export function jsTemplatePart(text: string): string {
  return escapeUnsafe(text.replace(/[\\`]|\$(?=\{)/g, '\\$&'), unicode4);
}

export function jsKey(key: string): string {
  // A plain `__proto__` key would set the prototype instead of a property.
  if (key === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : jsString(key);
}

const dialect: Dialect = {
  indent: 2,
  variable: camelCase,
  scalar: (value) => (typeof value === 'string' ? jsString(value) : JSON.stringify(value)),
  entry: (key, value) => `${jsKey(key)}: ${value}`,
  object: () => brackets('{', '}', ' ', ','),
  array: brackets('[', ']', '', ','),
};

export function jsLiteral(value: SampleValue): string {
  return layout(value, dialect);
}

export function jsBody(value: SampleValue): BodyCode {
  if (!hasTypedNumbers(value)) return { literal: jsLiteral(value), json: 'JSON.stringify(body)' };
  const computed = (found: Computed) => {
    const expression = `\${${expressionOf(found, camelCase)}}`;
    return isReaderId(found) ? `"${expression}"` : expression;
  };
  const text = escapedJson(value, computed, (part) => escapeLines(part, jsTemplatePart));
  return { literal: `\`${text}\``, json: 'body' };
}
