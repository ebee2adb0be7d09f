import {
  isReaderId,
  isRelativeTime,
  type SampleValue,
} from '../../../packages/code-samples/src/index.ts';
import { isTypedNumber } from '../../../packages/openapi-model/src/typed-number.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';

/** Replaces computed values in a body with those that a program sends at `now`, without ids in the environment. @param now Unix time in seconds */
export function bodyAt(body: SampleValue, now: number): JsonValue {
  if (isRelativeTime(body)) {
    return (now + body.seconds) * (body.unit === 'milliseconds' ? 1000 : 1);
  }
  if (isReaderId(body)) return body.example;
  if (isTypedNumber(body)) return Number(body.text);
  if (Array.isArray(body)) return body.map((item) => bodyAt(item, now));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, item]) => [name, bodyAt(item, now)]));
}

/** Maximum seconds between reading the clock in a program and the check of its request: programs wait for others. */
const patience = 600;

/**
 * The body that a program sent, by its clock: with the time of a recent minute that matches, otherwise with the current
 * time.
 * @param fits true when it is the received body
 */
export function sentBody(body: SampleValue, fits: (candidate: JsonValue) => boolean): JsonValue {
  const now = Math.floor(Date.now() / 1000);
  for (let age = 0; age <= patience; age += 1) {
    const candidate = bodyAt(body, now - age);
    if (fits(candidate)) return candidate;
  }
  return bodyAt(body, now);
}
