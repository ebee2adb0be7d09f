import type { Rule } from '../page.ts';
import { terms as allTerms, type Term } from '../terms.ts';
import { capital, matchesOf, type Match } from '../text/matches.ts';

function isWrittenRight({ forms }: Term, { text, starts }: Match): boolean {
  return forms.includes(text) || (starts && forms.map(capital).includes(text));
}

/** Each term has one form: `terms.ts`. */
export const terms: Rule = (page) =>
  allTerms.flatMap((term) =>
    matchesOf(page, term.pattern)
      .filter((match) => !isWrittenRight(term, match))
      .map(({ text, line }) => ({
        file: page.file,
        line,
        rule: 'terms',
        message: `"${text}": write "${term.forms.join('" or "')}"`,
      })),
  );
