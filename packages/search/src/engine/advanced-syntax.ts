import { chunksOf } from '../analysis/tokenizer.ts';
import type { Corpus } from './corpus.ts';
import type { ParsedQuery } from './parse-query.ts';

function termsOf(text: string): string[] {
  return chunksOf(text).flatMap(({ words }) => words.map(({ term }) => term));
}

function holdsPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  return terms.some((_, start) => phrase.every((word, offset) => terms[start + offset] === word));
}

/** Whether a query asks more of a record than its words. */
export function isAdvanced({ phrases, excluded }: ParsedQuery): boolean {
  return phrases.length > 0 || excluded.length > 0;
}

/** Whether a record has every quoted phrase and no excluded word, in its own text or its headings. */
export function obeys(record: number, { phrases, excluded }: ParsedQuery, corpus: Corpus): boolean {
  const texts = (['title', 'heading', 'name', 'text', 'page'] as const).map((field) =>
    termsOf(corpus.text(record, field)),
  );
  return (
    phrases.every((phrase) => texts.some((terms) => holdsPhrase(terms, phrase))) &&
    !excluded.some((word) => texts.some((terms) => terms.includes(word)))
  );
}
