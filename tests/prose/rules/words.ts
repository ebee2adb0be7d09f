import { avoided } from '../data/words.ts';
import type { Rule } from '../page.ts';
import { matchesOf } from '../text/matches.ts';

/** Words that tell the reader nothing: `data/words.ts`. */
export const words: Rule = (page) =>
  avoided.flatMap(({ pattern, instead }) =>
    matchesOf(page, pattern).map(({ text, line }) => ({
      file: page.file,
      line,
      rule: 'words',
      message: `"${text}": ${instead}`,
    })),
  );
