import type { Rule } from '../page.ts';
import { fences } from './fences.ts';
import { headings } from './headings.ts';
import { length } from './length.ts';
import { opening } from './opening.ts';
import { summary } from './summary.ts';
import { terms } from './terms.ts';
import { standardTerms, words } from './words.ts';

/** Rules that depend only on a page. */
export const rules: readonly Rule[] = [
  words,
  standardTerms,
  headings,
  terms,
  fences,
  length,
  summary,
  opening,
];
