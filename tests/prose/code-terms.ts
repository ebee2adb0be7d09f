import type { Rule } from 'eslint';
import { nonstandard } from './data/words.ts';
import { american } from './spelling-settings.ts';

/** Matches a term in code: a whole word of a name, comment or string, also across lines. */
function patternOf(alternatives: readonly string[]): RegExp {
  const words = alternatives.join('|').replaceAll(' ', '[\\s*/]+');
  return new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, 'gi');
}

/** British forms that the dictionary reports on pages; ARIA has a name with one: `aria-labelledby`. */
const british = [
  { pattern: '(?:col|behavi|fav|hon|neighb)ours?(?:ed|ing|ite|able)?', instead: '"-or-"' },
  {
    pattern: '(?:serial|normal|initial|organ|recogn|author|synchron)is(?:es?|ed|ing|ations?)',
    instead: '"-iz-"',
  },
  { pattern: 'licence', instead: '"license"' },
  ...Object.entries(american).map(([pattern, instead]) => ({ pattern, instead: `"${instead}"` })),
].map((term) => ({ ...term, allowed: term.pattern === 'labelled' ? ['labelled by'] : [] }));

const terms = [...nonstandard, ...british].map(({ pattern, instead, allowed = [] }) => ({
  pattern: patternOf([...allowed, pattern]),
  allowed: allowed.length === 0 ? undefined : new RegExp(`^(?:${allowed.join('|')})$`, 'i'),
  instead,
}));

/** Returns the terms in a source text, or in a style sheet, that have a standard term, with the line of each. */
export function codeTermsIn(text: string): { line: number; message: string }[] {
  const words = text.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ');
  return terms.flatMap(({ pattern, allowed, instead }) =>
    [...words.matchAll(pattern)].flatMap((match) => {
      const term = match[0].replaceAll(/[\s*/]+/g, ' ');
      if (allowed?.test(term)) return [];
      const line = words.slice(0, match.index).split('\n').length;
      return [{ line, message: `"${term}": write ${instead}` }];
    }),
  );
}

/**
 * ESLint rule `prose/standard-terms`: names, comments and strings in code use the same terms as pages. It reads the whole
 * source text, because no keyword is one of the terms.
 */
export const codeTerms: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    Program() {
      for (const { line, message } of codeTermsIn(context.sourceCode.text)) {
        context.report({ loc: { line, column: 0 }, message });
      }
    },
  }),
};
