import type { Rule } from 'eslint';
import { american } from './data/american.ts';
import { nonstandard } from './data/words.ts';

/** Matches a term in code: a whole word of a name, comment or string, also across lines. */
function patternOf(alternatives: readonly string[]): RegExp {
  const words = alternatives.join('|').replaceAll(' ', '[\\s*/]+');
  return new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, 'gi');
}

const terms = nonstandard.map(({ pattern, instead, allowed = [] }) => ({
  pattern: patternOf([...allowed, pattern]),
  allowed: allowed.length === 0 ? undefined : new RegExp(`^(?:${allowed.join('|')})$`, 'i'),
  instead,
}));

/** British forms that the dictionary reports on pages, which code may not have either. */
const british: readonly (readonly [pattern: string, instead: string])[] = [
  ['(?:col|behavi|fav|hon|neighb)ours?(?:ed|ing|ite|able)?', '"or" for "our"'],
  ['(?:serial|normal|initial|organ|recogn|author|synchron)is(?:es?|ed|ing|ations?)', '"z" for "s"'],
  ['licence', '"license"'],
  // ARIA has a name with a British form: `aria-labelledby`.
  ...Object.entries(american).map(([word, instead]) => [`${word}(?! by)`, `"${instead}"`] as const),
];
for (const [pattern, instead] of british) {
  terms.push({ pattern: patternOf([pattern]), allowed: undefined, instead });
}

/** Terms in code or in a style sheet that have a standard term, with the line of each. */
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
