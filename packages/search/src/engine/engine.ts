import { Tokenizer } from '../analysis/tokenizer.ts';
import type {
  Facet,
  FacetFilters,
  Query,
  QueryResponse,
  SearchEngine,
  SearchRecord,
} from '../types.ts';
import { createMatcher, TextAnalyzer } from './analyzed-text.ts';
import { candidatesOf } from './candidates.ts';
import { LruCache } from './collections.ts';
import { Corpus } from './corpus.ts';
import { isAdvanced, parseQuery, SyntaxMatcher } from './query.ts';
import { Quotes } from './quotes.ts';
import { Ranker, type Ranked } from './rank.ts';
import { SlotScorer, type SlotScores } from './slot-scores.ts';
import { fitsOf, matchedTerms, slotsOf, type Slot } from './slots.ts';
import { TextIndex } from './text-index.ts';

const facetValues: Readonly<Record<Facet, (record: SearchRecord) => string | null>> = {
  language: ({ language }) => language,
  docusaurus_tag: ({ docusaurus_tag }) => docusaurus_tag,
  version: ({ version }) => version,
  type: ({ type }) => type,
  'hierarchy.lvl0': ({ hierarchy }) => hierarchy.lvl0,
};

function isFacet(name: string): name is Facet {
  return Object.hasOwn(facetValues, name);
}

/** Whether a record matches `attribute:value`. No record has a value for an attribute that is not a facet. */
function matchesFilter(record: SearchRecord, filter: string): boolean {
  const colon = filter.indexOf(':');
  const name = filter.slice(0, Math.max(colon, 0));
  return isFacet(name) && facetValues[name](record) === filter.slice(colon + 1);
}

export function matchesFilters(record: SearchRecord, filters: FacetFilters): boolean {
  return filters.every((filter) =>
    typeof filter === 'string'
      ? matchesFilter(record, filter)
      : filter.length === 0 || filter.some((alternative) => matchesFilter(record, alternative)),
  );
}

/** Cached slots: typing changes only the last word. A slot takes some 70 kB. */
const cachedSlots = 64;
/** Cached filter results: the dialog sends the same filters with every query. */
const cachedFilters = 8;

/** Orders all records for an empty query: by page rank, headings before text. */
function byPageRank(records: readonly SearchRecord[]): number[] {
  return records
    .map(({ weight }, record) => ({ record, weight }))
    .sort(
      (a, b) =>
        b.weight.page_rank - a.weight.page_rank ||
        b.weight.level - a.weight.level ||
        a.weight.position - b.weight.position ||
        a.record - b.record,
    )
    .map(({ record }) => record);
}

/** Returns the text that follows a title or heading on its page. Records are in the order of their pages. */
function excerptOf(records: readonly SearchRecord[], at: number): string | undefined {
  const [own, next] = [records[at], records[at + 1]];
  if (own?.type === 'content' || own?.url_without_anchor !== next?.url_without_anchor)
    return undefined;
  return next?.content ?? undefined;
}

/** A slot with what does not depend on the rest of the query. */
interface FilledSlot {
  readonly slot: Slot;
  readonly scores: SlotScores;
  /** How well each term matches, by number of the term. */
  readonly fits: Float32Array;
}

/**
 * Creates a search engine. Any text is a query; time is linear in the number of records and the length of the query.
 *
 * MiniSearch 7.2.0, tuned like this engine, ranks nearly as well by MRR, but loses six more queries of 406 from the top five,
 * and takes more than twice as long to load: figures and reasons are in README.md, section "Why our own ranking".
 */
export function createEngine(records: readonly SearchRecord[]): SearchEngine {
  const corpus = new Corpus(records);
  const tokenizer = new Tokenizer();
  const index = new TextIndex(corpus.texts, corpus.headlines, tokenizer);
  const analyzer = new TextAnalyzer(tokenizer, index.numbers);
  const scorer = new SlotScorer(index, corpus);
  const ranker = new Ranker(corpus, analyzer);
  const syntax = new SyntaxMatcher(corpus);
  const quotes = new Quotes(corpus);
  const known = new LruCache<Omit<FilledSlot, 'slot'>>(cachedSlots);
  const filtered = new LruCache<Uint8Array>(cachedFilters);
  const table = new Float64Array(corpus.size);
  let inPageRank: readonly number[] | undefined;

  /** Scores a slot; a name that no record contains becomes a slot per word. */
  const fill = (slot: Slot): FilledSlot[] => {
    const filled = known.getOrCreate(slot.key, () => {
      return { scores: scorer.scores(slot), fits: fitsOf(slot, index.numbers) };
    });
    if (filled.scores.matches.length > 0 || slot.singles.length === 0) return [{ ...filled, slot }];
    return slotsOf(slot.singles, index.vocabulary).flatMap(fill);
  };

  const search = (query: Query): QueryResponse => {
    const parsed = parseQuery(query.query, query.advancedSyntax ?? false);
    const filled = slotsOf(parsed.names, index.vocabulary).flatMap((slot) => fill(slot));
    const slots = filled.map(({ slot }) => slot);
    const filters = query.facetFilters ?? [];
    const passing = filtered.getOrCreate(JSON.stringify(filters), () =>
      Uint8Array.from(records, (record) => Number(matchesFilters(record, filters))),
    );
    const isPlain = !isAdvanced(parsed);
    const isMatch = (record: number): boolean =>
      passing[record] === 1 && (isPlain || syntax.matches(record, parsed));
    const start = query.page * query.hitsPerPage;
    const end = start + query.hitsPerPage;
    let count: number;
    let ranked: readonly Ranked[];
    if (slots.length === 0 && isPlain && query.query.trim() !== '') {
      // Only other characters, such as "?!": no text has them.
      count = 0;
      ranked = [];
    } else if (slots.length === 0) {
      const matching = (inPageRank ??= byPageRank(records)).filter(isMatch);
      count = matching.length;
      ranked = matching.slice(0, end).map((record) => ({ record, score: 0 }));
    } else {
      const isQuoted = quotes.in(query.query);
      const found = candidatesOf(
        slots,
        filled.map(({ scores }) => scores),
        corpus,
        table,
        isQuoted,
      );
      const entries = found.entries.filter((entry) => isMatch(corpus.recordOf[entry] ?? 0));
      count = corpus.countRecords(entries);
      const rankQuery = {
        typed: query.query,
        fits: filled.filter(({ slot }) => !slot.optional).map(({ fits }) => fits),
        isPlain: !slots.some(({ isCode }) => isCode),
        isQuoted,
      };
      ranked = ranker.first(end, { ...found, entries }, rankQuery);
    }
    return {
      hits: ranked.slice(start, end).flatMap(({ record, score }) => {
        const own = records[record];
        const excerpt = excerptOf(records, record);
        return own ? [{ record: own, score, ...(excerpt !== undefined && { excerpt }) }] : [];
      }),
      nbHits: count,
      matches: createMatcher({
        query: parsed,
        matched: matchedTerms(slots, index.numbers),
        terms: index.numbers.terms,
        analyzer,
      }),
    };
  };

  return { records, search };
}
