import { isRelativeTime, type SampleValue } from '../../../packages/code-samples/src/index.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';

/** What a program sends that reads the clock at `now`. @param now Unix seconds */
export function bodyAt(body: SampleValue, now: number): JsonValue {
  if (isRelativeTime(body)) {
    return (now + body.seconds) * (body.unit === 'milliseconds' ? 1000 : 1);
  }
  if (Array.isArray(body)) return body.map((item) => bodyAt(item, now));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, item]) => [name, bodyAt(item, now)]));
}

/** Seconds that can lie between a program's look at the clock and the check of what it sent: it waits for others. */
const patience = 600;

/**
 * The body that a program sent, by its clock: one of the last minutes when one fits, that of now otherwise.
 * @param fits whether it is what arrived
 */
export function sentBody(body: SampleValue, fits: (candidate: JsonValue) => boolean): JsonValue {
  const now = Math.floor(Date.now() / 1000);
  for (let age = 0; age <= patience; age += 1) {
    const candidate = bodyAt(body, now - age);
    if (fits(candidate)) return candidate;
  }
  return bodyAt(body, now);
}
