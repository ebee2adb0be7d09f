import type { Rule } from '../page.ts';
import { fences } from './fences.ts';
import { headings } from './headings.ts';
import { length } from './length.ts';
import { opening } from './opening.ts';
import { prompts } from './prompts.ts';
import { summary } from './summary.ts';
import { terms } from './terms.ts';
import { standardTerms, words } from './words.ts';

/** The rules that need a page and nothing else. */
export const rules: readonly Rule[] = [
  words,
  standardTerms,
  prompts,
  headings,
  terms,
  fences,
  length,
  summary,
  opening,
];
