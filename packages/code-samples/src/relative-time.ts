import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { fromNow, mapBody } from '@anedya-docs/openapi-model/values';

import type { SampleValue } from './types.ts';

const tag = Symbol('relative time');

/** A point in time that a program computes when it runs, so that a sample is as good a year after it was written. */
export interface RelativeTime {
  /** No part of a body has it. */
  readonly [tag]: true;
  /** From the start of the program; negative for the past. */
  readonly seconds: number;
  /** Unit in which the field counts from 1970. */
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
 * A time as an expression that C-like languages and shells share: `now - 86400`, `(now + 3600) * 1000`.
 * @param now variable that holds Unix seconds
 */
export function timeExpression({ seconds, unit }: RelativeTime, now = 'now'): string {
  const sign = seconds < 0 ? '-' : '+';
  const sum = seconds === 0 ? now : `${now} ${sign} ${Math.abs(seconds)}`;
  if (unit === 'seconds') return sum;
  return `${seconds === 0 ? sum : `(${sum})`} * 1000`;
}

/** A body with its examples of points in time (`x-from-now`) as relative ones. Other values stay: somebody chose them. */
export function withRelativeTimes(schema: Schema, body: JsonValue): SampleValue {
  return mapBody(schema, body, (part, value) => {
    const found = fromNow(part, value);
    return found && relativeTime(found.seconds, found.unit);
  });
}

/** The relative times of a body in their order. */
export function timesIn(value: SampleValue): RelativeTime[] {
  if (isRelativeTime(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(timesIn) : [];
}
