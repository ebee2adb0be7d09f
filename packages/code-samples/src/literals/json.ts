import { printExact, unusedMark } from '@anedya-docs/openapi-model/typed-number';
import { computedIn, isReaderId, type Computed } from '../reader-id.ts';
import { isRelativeTime } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';

/** How a program writes its body. Literals of a language can change numbers (`hasTypedNumbers`): then the body is a JSON text. */
export interface BodyCode {
  /** Value of the variable `body`. */
  readonly literal: string;
  /** Expression for the JSON text. */
  readonly json: string;
}

/**
 * JSON text for a literal in which all text is escaped.
 * @param computed the text for a computed value, with quotes for an id
 */
export function escapedJson(
  body: SampleValue,
  computed: (value: Computed) => string,
  escape: (text: string) => string,
): string {
  const values: Computed[] = [];
  const mark = `${unusedMark(body)}computed`;
  const replace = (value: unknown) => {
    if (!isRelativeTime(value) && !isReaderId(value)) return value;
    values.push(value);
    return mark;
  };
  const [first = '', ...others] = printExact(body, 2, replace).split(`"${mark}"`);
  return others.reduce((text, part, index) => {
    const found = values[index];
    return text + (found ? computed(found) : '') + escape(part);
  }, escape(first));
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
  const hasComputed = computedIn(body).length > 0;
  return escapedJson(body, computed, hasComputed ? escape : (text) => text);
}
