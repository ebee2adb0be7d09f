import { isRelativeTime, timeExpression, type RelativeTime } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';

/** A placeholder for relative times that does not occur in the body. */
function unusedMark(body: SampleValue): string {
  const json = JSON.stringify(body);
  let mark = '\ufdd0';
  while (json.includes(mark)) mark += mark;
  return mark;
}

/**
 * JSON text for languages without convenient literals. Lines end in a line feed and have no trailing spaces.
 * @param escape protects text inside a format string; not applied to a body without relative times
 * @param time the text for a relative time
 */
export function jsonText(
  body: SampleValue,
  escape: (text: string) => string = (text) => text,
  time: (time: RelativeTime) => string = timeExpression,
): string {
  const times: RelativeTime[] = [];
  const mark = unusedMark(body);
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
