import { isRelativeTime, timeExpression, type RelativeTime } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';

/** Stands for a relative time while the body becomes text. A noncharacter, which no text for interchange holds. */
const mark = '\ufdd0';

/**
 * The exact text that languages without pleasant literals send. Lines end in a line feed; none ends in a space.
 * @param escape protects text inside a format string; not applied to a body without relative times
 * @param time stands for a relative time
 */
export function jsonText(
  body: SampleValue,
  escape: (text: string) => string = (text) => text,
  time: (time: RelativeTime) => string = timeExpression,
): string {
  const times: RelativeTime[] = [];
  const replacer = (_: string, value: unknown) => {
    if (!isRelativeTime(value)) return value;
    times.push(value);
    return mark;
  };
  const [first = '', ...others] = JSON.stringify(body, replacer, 2).split(`"${mark}"`);
  if (times.length === 0) return first;
  return others.reduce((text, part, index) => {
    const found = times[index];
    return text + (found ? time(found) : '') + escape(part);
  }, escape(first));
}
