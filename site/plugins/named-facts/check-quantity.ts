import type { Facts } from './facts';
import { otherNamesFile } from './other-names';

const units = [
  ...['bits?', 'bytes?', 'kB', 'KB', 'MB', 'GB', 'TB', 'characters?', 'points?', 'datapoints?'],
  ...['ms', 'milliseconds?', 's', 'seconds?', 'minutes?', 'h', 'hours?', 'days?', 'months?'],
  ...['years?', 'entries', 'items?', 'nodes?', 'pairs?', 'tags?', 'keys?', 'stages?', 'baud'],
  ...['connections?', 'variables?', 'per (?:second|minute|hour|day)'],
];

/** A number that is not part of a longer name, and a unit behind it. */
const quantity = new RegExp(`(?<![\\w.-])\\d[\\d.,]*[\\s-](?:${units.join('|')})(?![\\w-])`, 'g');

/** A listed phrase as a whole, even across lines: `8 bytes` is no part of `128 bytes`. */
function wholly(phrase: string): RegExp {
  const escaped = phrase.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '\\s');
  return new RegExp(`(?<![\\w.,])${escaped}(?![\\w-])`, 'g');
}

/** The text with blanks in place of the listed phrases in it. */
function withoutListed(facts: Facts, text: string): string {
  return facts.phrases.reduce(
    (left, phrase) =>
      left.replaceAll(wholly(phrase), (found) => {
        facts.lists('quantities', phrase);
        return found.replaceAll(/[^\n]/g, ' ');
      }),
    text,
  );
}

/**
 * Checks that prose types no number with a unit by hand, unless a listed phrase around it says what it is.
 * @returns each fault with the number of lines of the text before it
 */
export function checkQuantities(facts: Facts, text: string): { message: string; line: number }[] {
  if (!/\d/.test(text)) return [];
  return [...withoutListed(facts, text).matchAll(quantity)].map(({ 0: found, index }) => ({
    line: text.slice(0, index).split('\n').length - 1,
    message:
      `"${found.replace(/\s/, ' ')}" is typed by hand. Write a limit of a document as ` +
      `<Limit call="..." field="..." kind="..." /> or <Limit id="..." />; list any other quantity in ${otherNamesFile}.`,
  }));
}
