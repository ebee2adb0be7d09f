import type { JsonValue } from '@anedya-docs/openapi-model';

/** Normalized digits and exponent of a decimal number, without its sign. */
function decimal(literal: string): string {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

/**
 * True when JavaScript can parse and print a JSON number without changing it. JavaScript numbers are IEEE 754 doubles
 * (RFC 8259, section 6): integers beyond 2^53, long fractions and exponents beyond 308 can change.
 * @param literal a number in JSON syntax
 */
export function isExact(literal: string): boolean {
  const value = Number(literal);
  return Number.isFinite(value) && decimal(literal) === decimal(String(value));
}

/** Error message for an integer that JavaScript would round. */
export const inexactInteger =
  'Too large to be represented exactly: the largest integer is 9007199254740991 (2^53 − 1)';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** True for a number in JSON syntax (RFC 8259, section 6). */
export const isJsonNumber = (text: string): boolean => jsonNumber.test(text);

/**
 * Value of the text in a number field: the number, or the text itself when JavaScript cannot represent it exactly. The
 * text stays as typed, and validation reports the error.
 */
export function typedNumber(text: string): number | string {
  const trimmed = text.trim();
  return isJsonNumber(trimmed) && isExact(trimmed) ? Number(trimmed) : text;
}

/**
 * Text of a number field: the text as typed while it stands for the value (`1.0` must not become `1` while typing),
 * otherwise the value.
 */
export function numberText(draft: string, value: JsonValue | undefined): string {
  if (typeof value !== 'number' && typeof value !== 'string') return '';
  return typedNumber(draft) === value ? draft : String(value);
}
