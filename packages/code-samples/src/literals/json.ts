import { isReaderId, type Computed } from '../reader-id.ts';
import { isRelativeTime } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';

/** A placeholder for computed values that does not occur in the body. */
function unusedMark(body: SampleValue): string {
  const json = JSON.stringify(body);
  let mark = '\ufdd0';
  while (json.includes(mark)) mark += mark;
  return mark;
}

/**
 * JSON text for languages without convenient literals. Lines end in a line feed and have no trailing spaces.
 * @param computed the text for a computed value, with quotes for an id
 * @param escape protects text inside a format string; not applied to a body without computed values
 */
export function jsonText(
  body: SampleValue,
  computed: (value: Computed) => string,
  escape: (text: string) => string = (text) => text,
): string {
  const values: Computed[] = [];
  const mark = unusedMark(body);
  const replacer = (_: string, value: unknown) => {
    if (!isRelativeTime(value) && !isReaderId(value)) return value;
    values.push(value);
    return mark;
  };
  const [first = '', ...others] = JSON.stringify(body, replacer, 2).split(`"${mark}"`);
  if (values.length === 0) return first;
  return others.reduce((text, part, index) => {
    const found = values[index];
    return text + (found ? computed(found) : '') + escape(part);
  }, escape(first));
}
