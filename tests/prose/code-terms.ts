import type { Rule } from 'eslint';
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

/**
 * ESLint rule `prose/standard-terms`: names, comments and strings in code use the same terms as pages. It reads the whole
 * source text, because no keyword is one of the terms.
 */
export const codeTerms: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    Program() {
      const words = context.sourceCode.text.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ');
      for (const { pattern, allowed, instead } of terms) {
        for (const match of words.matchAll(pattern)) {
          const term = match[0].replaceAll(/[\s*/]+/g, ' ');
          if (allowed?.test(term)) continue;
          const line = words.slice(0, match.index).split('\n').length;
          context.report({ loc: { line, column: 0 }, message: `"${term}": write ${instead}` });
        }
      }
    },
  }),
};
