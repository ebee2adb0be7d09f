import { Tokenizer } from '../analysis/tokenizer.ts';
import type { Query, QueryResponse, SearchEngine, SearchRecord } from '../types.ts';
import { isAdvanced, obeys } from './advanced-syntax.ts';
import { candidatesOf } from './candidates.ts';
import { Corpus } from './corpus.ts';
import { matchesFilters } from './filters.ts';
import { matcher } from './matches.ts';
import { parseQuery } from './parse-query.ts';
import { querySlots } from './query-slots.ts';
import { Ranker, type Ranked } from './rank.ts';
import { Readings } from './readings.ts';
import { Recent } from './recent.ts';
import { SlotScorer, type SlotScores } from './slot-scores.ts';
import { slotsOf, type Slot } from './slots.ts';
import { TextIndex } from './text-index.ts';

/** Slots whose scores are kept: who types changes the last word and asks for the others again. A slot takes 8 bytes a record. */
const keptSlots = 64;
/** Sets of filters whose records are kept: the dialog sends the same with every query. */
const keptFilters = 8;

/** Records nobody asked anything of: the pages readers want first, headings before text. */
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

/** Searches records. Takes any text as a query, and time in proportion to the records and the query. */
export function createEngine(records: readonly SearchRecord[]): SearchEngine {
  const corpus = new Corpus(records);
  const names = new Tokenizer();
  const index = new TextIndex(corpus.texts, corpus.headlines, names);
  const readings = new Readings(names, index.numbers);
  const scorer = new SlotScorer(index, corpus);
  const ranker = new Ranker(corpus, readings);
  const scored = new Recent<SlotScores>(keptSlots);
  const filtered = new Recent<Uint8Array>(keptFilters);
  let inPageRank: readonly number[] | undefined;

  /** A slot with its scores; a name that no record holds becomes a slot for each of its words. */
  const fill = (slot: Slot): { slot: Slot; scores: SlotScores }[] => {
    const scores = scored.of(slot.key, () => scorer.scores(slot));
    if (!scores.isEmpty || slot.singles.length === 0) return [{ slot, scores }];
    return slotsOf(slot.singles, index.vocabulary).flatMap(fill);
  };

  const search = (query: Query): QueryResponse => {
    const parsed = parseQuery(query.query, query.advancedSyntax ?? false);
    const filled = slotsOf(parsed.names, index.vocabulary).flatMap((slot) => fill(slot));
    const slots = filled.map(({ slot }) => slot);
    const filters = query.facetFilters ?? [];
    const passing = filtered.of(JSON.stringify(filters), () =>
      Uint8Array.from(records, (record) => Number(matchesFilters(record, filters))),
    );
    const isPlain = !isAdvanced(parsed);
    const isKept = (record: number): boolean =>
      passing[record] === 1 && (isPlain || obeys(record, parsed, corpus));
    const start = query.page * query.hitsPerPage;
    const end = start + query.hitsPerPage;
    let kept: readonly number[];
    let ranked: readonly Ranked[];
    if (slots.length === 0) {
      kept = (inPageRank ??= byPageRank(records)).filter(isKept);
      ranked = kept.slice(0, end).map((record) => ({ record, score: 0 }));
    } else {
      const found = candidatesOf(
        slots,
        filled.map(({ scores }) => scores),
        corpus,
      );
      kept = found.records.filter(isKept);
      const asked = {
        typed: query.query,
        slots: querySlots(slots, index.numbers, false),
        isPlain: !slots.some(({ isCode }) => isCode),
      };
      ranked = ranker.first(end, { ...found, records: kept }, asked);
    }
    return {
      hits: ranked.slice(start, end).flatMap(({ record, score }) => {
        const own = records[record];
        return own ? [{ record: own, score }] : [];
      }),
      nbHits: kept.length,
      matches: matcher({
        query: parsed,
        slots: querySlots(slots, index.numbers, true),
        terms: index.numbers.terms,
        read: (text) => readings.of(text),
      }),
    };
  };

  return { size: records.length, search };
}
