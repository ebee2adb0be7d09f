import type { Query, QueryResponse, SearchEngine, SearchRecord } from '@anedya-docs/search';
import { root } from '../../../../packages/search/src/analysis/stem.ts';
import { isStopWord } from '../../../../packages/search/src/analysis/stop-words.ts';
import { Tokenizer } from '../../../../packages/search/src/analysis/tokenizer.ts';
import { mergeRanges } from '../../../../packages/search/src/engine/analyzed-text.ts';
import { LruCache } from '../../../../packages/search/src/engine/collections.ts';
import { Corpus } from '../../../../packages/search/src/engine/corpus.ts';
import { matchesFilters } from '../../../../packages/search/src/engine/engine.ts';
import {
  isAdvanced,
  parseQuery,
  SyntaxMatcher,
  type TypedName,
} from '../../../../packages/search/src/engine/query.ts';
import { Ranking } from './ranking.ts';
import { slotsOf, WordIndex } from './word-index.ts';

/**
 * Creates a search engine on MiniSearch behind the interface of ours. MiniSearch finds and scores the words; what it does not
 * do is in `ranking.ts`: coverage, sections and pages as a whole, and the comparison with the query as a whole.
 */
export function createMiniSearchEngine(records: readonly SearchRecord[]): SearchEngine {
  const tokenizer = new Tokenizer();
  const corpus = new Corpus(records);
  const index = new WordIndex(corpus, tokenizer);
  const ranking = new Ranking(corpus, tokenizer);
  const syntax = new SyntaxMatcher(corpus);
  const filtered = new LruCache<Uint8Array>(8);

  const search = (query: Query): QueryResponse => {
    const parsed = parseQuery(query.query, query.advancedSyntax ?? false);
    const filters = query.facetFilters ?? [];
    const passing = filtered.getOrCreate(JSON.stringify(filters), () =>
      Uint8Array.from(records, (record) => Number(matchesFilters(record, filters))),
    );
    const isMatch = (record: number) =>
      passing[record] === 1 && (!isAdvanced(parsed) || syntax.matches(record, parsed));
    const isStop = ({ whole }: TypedName) => isStopWord(whole);
    const needed = parsed.names.filter((name) => !isStop(name));
    const slots =
      needed.length === 0
        ? slotsOf(parsed.names, false, index)
        : [...slotsOf(needed, false, index), ...slotsOf(parsed.names.filter(isStop), true, index)];
    const found = slots.map((slot) => index.find(slot));
    const ranked = slots.length === 0 ? [] : ranking.rank(query.query, slots, found, isMatch);
    const start = query.page * query.hitsPerPage;
    const terms = found.filter((_, at) => !slots[at]?.optional).map((each) => each.terms);
    return {
      hits: ranked.slice(start, start + query.hitsPerPage).flatMap(({ record, score }) => {
        const own = records[record];
        return own ? [{ record: own, score }] : [];
      }),
      nbHits: ranked.length,
      matches: (text) =>
        mergeRanges(
          tokenizer
            .tokenize(text)
            .flatMap(({ name, start: by }) =>
              name.tokens
                .filter(({ term }) => terms.some((each) => each.has(root(term))))
                .map((token) => ({ start: token.start + by, end: token.end + by })),
            ),
        ),
    };
  };
  return { records, search };
}
