import { avoided, nonstandard, type Avoided } from '../data/words.ts';
import type { Rule } from '../page.ts';
import { matchesOf } from '../text/matches.ts';

const none =
  (rule: string, list: readonly Avoided[]): Rule =>
  (page) =>
    list.flatMap(({ pattern, instead, allowed = [] }) =>
      // An allowed phrase is matched as a whole, so that the word inside it is not.
      matchesOf(page, [...allowed, pattern].join('|'))
        .filter(({ text }) => !allowed.includes(text.toLowerCase()))
        .map(({ text, line }) => ({
          file: page.file,
          line,
          rule,
          message: `"${text}": ${instead}`,
        })),
    );

/** Words without information. */
export const words = none('words', avoided);

/** Words that have a standard term. */
export const standardTerms = none('standard-terms', nonstandard);
