/** Digits and power of ten of a decimal number, the same for every way to write it; the sign is left out. */
function decimal(literal: string): string {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

/**
 * Whether a number of JSON stays the same when it is read and written again. JavaScript keeps numbers as IEEE 754
 * doubles (RFC 8259, section 6): whole numbers beyond 2^53, long fractions and powers beyond e308 can change.
 * @param literal a number as JSON writes it
 */
export function isExact(literal: string): boolean {
  const value = Number(literal);
  return Number.isFinite(value) && decimal(literal) === decimal(String(value));
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Whether a text is a number as JSON writes it (RFC 8259, section 6). */
export const isJsonNumber = (text: string): boolean => jsonNumber.test(text);

/**
 * What a text in a field for numbers means: the number, or the text as it stands when it is none that can be kept
 * exactly, so that nobody's typing changes and validation can say what is wrong.
 */
export function typedNumber(text: string): number | string {
  const trimmed = text.trim();
  return isJsonNumber(trimmed) && isExact(trimmed) ? Number(trimmed) : text;
}
