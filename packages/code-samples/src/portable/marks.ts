import {
  isTypedNumber,
  printExact,
  type ExactValue,
} from '@anedya-docs/openapi-model/typed-number';

import { isReaderId } from '../reader-id.ts';
import { isRelativeTime, type RelativeTime } from '../relative-time.ts';
import { escapeJson } from '../literals/escape.ts';
import type { SampleValue } from '../types.ts';
import { close, open } from './secrets.ts';

/** Encloses the name of a time, which replaces a string. */
const timeOpen = '\ufdd1';

const marks = new RegExp(`${open}(\\w+)${close}`);
const holes = new RegExp(`"${timeOpen}(\\w+)${close}"|${marks.source}`);

/** Name of the variable for a time: `NOW_MINUS_86400_SEC`, `NOW_PLUS_3600_MS`. */
export function timeName({ seconds, unit }: RelativeTime): string {
  const sign = seconds < 0 ? 'MINUS' : 'PLUS';
  const offset = seconds === 0 ? [] : [sign, String(Math.abs(seconds))];
  return ['NOW', ...offset, unit === 'seconds' ? 'SEC' : 'MS'].join('_');
}

/** The time of a variable in the unit of its fields. @param now milliseconds since 1970 */
export function timeValue({ seconds, unit }: RelativeTime, now: number): number {
  const sum = Math.floor(now / 1000) + seconds;
  return unit === 'seconds' ? sum : sum * 1000;
}

/**
 * JSON text of a body.
 * @param variable text for a variable or a time, by name
 * @param literal protects the other text
 */
export function bodyText(
  body: SampleValue,
  variable: (name: string) => string,
  literal: (text: string) => string = (text) => text,
): string {
  const replace = (value: unknown) =>
    isRelativeTime(value) ? `${timeOpen}${timeName(value)}${close}` : value;
  const parts = printExact(body, 2, replace).split(holes);
  // Each variable is one of the two groups of the expression.
  return parts
    .map((part, index) => {
      if (index % 3 === 0) return literal(escapeJson(part));
      return (part as string | undefined) === undefined ? '' : variable(part);
    })
    .join('');
}

/**
 * The body with `{{NAME}}` for variables. A `{` before another one would start a variable: it can only be part of a string,
 * where JSON has another form of it.
 */
export function templateText(body: SampleValue): string {
  const literal = (text: string) => text.replaceAll(/\{(?=\{|$)/g, String.raw`\u007b`);
  return bodyText(body, (name) => `{{${name}}}`, literal);
}

/** Replaces each variable in the strings of a body. @param isAlone whether the string is only the variable */
export function mapMarks(
  body: SampleValue,
  replace: (name: string, isAlone: boolean) => string,
): ExactValue {
  if (isRelativeTime(body)) return replace(timeName(body), true);
  if (isReaderId(body)) return body.example;
  if (isTypedNumber(body)) return body;
  if (Array.isArray(body)) return body.map((item) => mapMarks(item, replace));
  if (typeof body === 'object' && body !== null) {
    const fields = Object.entries(body).map(([key, value]) => [key, mapMarks(value, replace)]);
    return Object.fromEntries(fields) as ExactValue;
  }
  if (typeof body !== 'string') return body;
  const parts = body.split(marks);
  const isAlone = parts.length === 3 && parts[0] === '' && parts[2] === '';
  return parts.map((part, index) => (index % 2 === 0 ? part : replace(part, isAlone))).join('');
}

/** Variables and times of a body, by name. */
export function namesIn(body: SampleValue): ReadonlySet<string> {
  const names = new Set<string>();
  bodyText(body, (name) => {
    names.add(name);
    return '';
  });
  return names;
}
