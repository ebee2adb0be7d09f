import type { Schema } from '@anedya-docs/openapi-model';
import {
  isTypedNumber,
  type ExactValue,
  type TypedNumber,
} from '@anedya-docs/openapi-model/typed-number';
import { fromNow, mapBody } from '@anedya-docs/openapi-model/values';

import {
  isRelativeTime,
  relativeTime,
  timeExpression,
  type RelativeTime,
} from './relative-time.ts';
import type { SampleValue } from './types.ts';

const tag = Symbol('reader id');

/** An id that a program reads from the environment, because readers have their own. The example is the default. */
export interface ReaderId {
  /** Distinguishes ids from the objects of a body. */
  readonly [tag]: true;
  /** Environment variable, such as `ANEDYA_NODE_ID`. */
  readonly variable: string;
  readonly example: string;
}

/** Variables of the setup block by the kind of a value (`x-value`). */
const variables: Readonly<Record<string, string>> = {
  'node id': 'ANEDYA_NODE_ID',
  'device id': 'ANEDYA_DEVICE_ID',
};

export const isReaderId = (value: unknown): value is ReaderId =>
  typeof value === 'object' && value !== null && tag in value;

/** A value that a program computes or reads when it runs. */
export type Computed = RelativeTime | ReaderId;

/** A computed value as an expression. @param name local variable for an environment variable, and for `NOW` */
export const expressionOf = (value: Computed, name: (variable: string) => string): string =>
  isReaderId(value) ? name(value.variable) : timeExpression(value, name('NOW'));

/** The parts of a body that are not plain JSON, in order. */
function specialIn(value: SampleValue): (Computed | TypedNumber)[] {
  if (isRelativeTime(value) || isReaderId(value) || isTypedNumber(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(specialIn) : [];
}

/** The computed values of a body, in order. */
export const computedIn = (value: SampleValue): Computed[] =>
  specialIn(value).flatMap((part) => (isTypedNumber(part) ? [] : [part]));

/** Whether a body has numbers that only a text keeps as they were typed: the literals of a language would change them. */
export const hasTypedNumbers = (value: SampleValue): boolean =>
  specialIn(value).some((part) => isTypedNumber(part));

/** The relative times of a body, in order. */
export const timesIn = (value: SampleValue): readonly RelativeTime[] =>
  computedIn(value).filter(isRelativeTime);

/** The ids of a body, each variable once. */
export function idsIn(value: SampleValue): readonly ReaderId[] {
  const ids = computedIn(value).filter(isReaderId);
  return [...new Map(ids.map((id) => [id.variable, id])).values()];
}

/** Replaces example timestamps (`x-from-now`) and example ids of a body. Values that the reader chose are unchanged. */
export function withComputed(schema: Schema, body: ExactValue): SampleValue {
  return mapBody<Computed, TypedNumber>(schema, body, (part, value) => {
    const found = fromNow(part, value);
    if (found) return relativeTime(found.seconds, found.unit);
    const variable = variables[part['x-value'] ?? ''];
    const isExample = typeof value === 'string' && part.examples?.[0] === value;
    return variable !== undefined && isExample
      ? { [tag]: true, variable, example: value }
      : undefined;
  });
}
