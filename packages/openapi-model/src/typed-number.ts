import type { JsonValue } from './schema.ts';

const tag = Symbol('typed number');

/**
 * A number of a JSON text that JavaScript would print in another way: `1.0`, `1e3`, `-0`, `12345678901234567890`. Numbers of
 * JSON are texts (RFC 8259, section 6), and those of JavaScript are IEEE 754 doubles.
 */
export interface TypedNumber {
  /** Distinguishes numbers from the objects of a body. */
  readonly [tag]: true;
  /** The number in JSON syntax. */
  readonly text: string;
}

/** @param text a number in JSON syntax */
export const numberAsTyped = (text: string): TypedNumber => ({ [tag]: true, text });

export const isTypedNumber = (value: unknown): value is TypedNumber =>
  typeof value === 'object' && value !== null && tag in value;

/** A JSON value whose numbers are as they were typed. */
export type ExactValue =
  TypedNumber | string | number | boolean | null | ExactValue[] | { [key: string]: ExactValue };

/** The number of a literal in JSON syntax. */
export function exactNumber(literal: string): number | TypedNumber {
  const value = Number(literal);
  return String(value) === literal ? value : numberAsTyped(literal);
}

/** The value as JavaScript reads it: large and long numbers are rounded. */
export function roundedValue(value: ExactValue): JsonValue {
  if (isTypedNumber(value)) return Number(value.text);
  if (Array.isArray(value)) return value.map(roundedValue);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, part]) => [name, roundedValue(part)]);
  return Object.fromEntries(fields) as JsonValue;
}

/** A string that occurs in no other text. */
export function unusedMark(value: unknown): string {
  const json = JSON.stringify(value);
  let mark = '\ufdd0';
  while (json.includes(mark)) mark += mark;
  return mark;
}

/**
 * Prints JSON with its numbers as they were typed.
 * @param replace what to print instead of a part; by default, the part
 */
export function printExact(
  value: unknown,
  indent?: number,
  replace: (part: unknown) => unknown = (part) => part,
): string {
  const mark = unusedMark(value);
  const replacer = (_: string, part: unknown) =>
    isTypedNumber(part) ? mark + part.text : replace(part);
  return JSON.stringify(value, replacer, indent).replaceAll(
    new RegExp(`"${mark}([-+.\\deE]+)"`, 'g'),
    '$1',
  );
}
