import type { SearchRecord } from '@anedya-docs/search';
import MiniSearch, { type Query } from 'minisearch';
import { stem } from '../../../packages/search/src/analysis/stem.ts';
import { isStopWord } from '../../../packages/search/src/analysis/stop-words.ts';
import { synonymsOf } from '../../../packages/search/src/analysis/synonyms.ts';
import { pairsOf, Tokenizer } from '../../../packages/search/src/analysis/tokenizer.ts';
import { Corpus, fields, type FieldName } from '../../../packages/search/src/engine/corpus.ts';
import { parseQuery, type TypedName } from '../../../packages/search/src/engine/query.ts';
import { bonuses } from '../../../packages/search/src/engine/rank.ts';
import { fieldWeights } from '../../../packages/search/src/engine/slot-scores.ts';
import { longestPhrase, weights } from '../../../packages/search/src/engine/slots.ts';

const hits = 10;

function boosts(factor: number): Record<string, number> {
  return Object.fromEntries(fields.map((field) => [field, fieldWeights[field] * factor]));
}

/** A query of exact terms: stemmed words of a synonym. */
function exact(words: readonly string[], factor: number): Query {
  return {
    combineWith: 'AND',
    boost: boosts(factor),
    queries: words.filter((word) => !isStopWord(word)).map(stem),
    prefix: false,
    fuzzy: false,
  };
}

/** Matches words of the query as typed, with MiniSearch's prefix search and typo tolerance, or their synonyms. */
function slotQuery(names: readonly TypedName[]): Query {
  const typed: Query = {
    combineWith: 'AND',
    boost: boosts(1),
    queries: names.map(({ whole }) => stem(whole)),
    prefix: names.at(-1)?.last ?? false,
    // MiniSearch's guide recommends 0.2: one edit in 5 letters. Words with digits have no typos here either.
    fuzzy: (term) => (/\d/.test(term) ? false : 0.2),
  };
  const synonyms = synonymsOf(names.flatMap(({ words }) => words)).map(({ words, same }) =>
    exact(words, same ? weights.same : weights.synonym),
  );
  return { combineWith: 'OR', queries: [typed, ...synonyms] };
}

/** Splits a query into phrases that have synonyms, and words, as our engine does. */
function slotQueries(names: readonly TypedName[]): Query[] {
  const slots: Query[] = [];
  for (let at = 0; at < names.length;) {
    let size = Math.min(longestPhrase, names.length - at);
    const phrase = () => names.slice(at, at + size);
    while (size > 1 && synonymsOf(phrase().map(({ whole }) => whole)).length === 0) size -= 1;
    slots.push(slotQuery(phrase()));
    at += size;
  }
  return slots;
}

/** How words are combined: records with all words, or with any if there are none; or records with any word. */
export type Combination = 'all words, else any' | 'any word';

/**
 * Indexes records with MiniSearch under our tokenizer, stemming, stop words, synonyms and field weights.
 * @returns a search for the URLs of the best hits
 */
export function miniSearch(
  records: readonly SearchRecord[],
): (text: string, combination: Combination) => string[] {
  const tokenizer = new Tokenizer();
  const corpus = new Corpus(records);
  const tokenize = (text: string, field?: string): string[] => {
    const names = tokenizer.tokenize(text).map(({ name }) => name);
    const pairs =
      field === 'title' || field === 'heading' ? pairsOf(names.flatMap(({ words }) => words)) : [];
    return [...names.flatMap(({ tokens }) => tokens), ...pairs].map(({ term }) => stem(term));
  };
  const index = new MiniSearch<{ id: number }>({
    fields: [...fields],
    tokenize,
    processTerm: (term) => term,
    extractField: ({ id }, field) => {
      if (field === 'id') return id;
      // All phrases of a record: MiniSearch has no way to score them one by one.
      if (field === 'keywords') return records[id]?.keywords ?? '';
      return corpus.text(id, field as FieldName);
    },
    searchOptions: {
      // The terms of a query are stemmed already.
      tokenize: (term) => [term],
      boostDocument: (id: number) => 1 + bonuses.rank * (records[id]?.weight.page_rank ?? 0),
    },
  });
  index.addAll(records.map((_, id) => ({ id })));
  return (text, combination) => {
    const { names } = parseQuery(text, false);
    const needed = names.filter(({ whole }) => !isStopWord(whole));
    const queries = slotQueries(needed.length > 0 ? needed : names);
    const find = (combineWith: 'AND' | 'OR') => index.search({ combineWith, queries });
    const all = combination === 'any word' ? [] : find('AND');
    const found = all.length > 0 ? all : find('OR');
    return found.slice(0, hits).map(({ id }: { id: number }) => records[id]?.url ?? '');
  };
}
