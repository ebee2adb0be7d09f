const tag = Symbol('relative time');

/** A timestamp that a program computes when it runs, so that samples do not become outdated. */
export interface RelativeTime {
  /** Distinguishes relative times from the objects of a body. */
  readonly [tag]: true;
  /** Seconds from the start of the program; negative for the past. */
  readonly seconds: number;
  /** Unit of the field. */
  readonly unit: 'seconds' | 'milliseconds';
}

export const relativeTime = (seconds: number, unit: RelativeTime['unit']): RelativeTime => ({
  [tag]: true,
  seconds,
  unit,
});

export const isRelativeTime = (value: unknown): value is RelativeTime =>
  typeof value === 'object' && value !== null && tag in value;

/**
 * A relative time as an expression of C-like languages and shells: `now - 86400`, `(now + 3600) * 1000`.
 * @param now variable with the current Unix time in seconds
 */
export function timeExpression({ seconds, unit }: RelativeTime, now = 'now'): string {
  const sign = seconds < 0 ? '-' : '+';
  const sum = seconds === 0 ? now : `${now} ${sign} ${Math.abs(seconds)}`;
  if (unit === 'seconds') return sum;
  return `${seconds === 0 ? sum : `(${sum})`} * 1000`;
}
