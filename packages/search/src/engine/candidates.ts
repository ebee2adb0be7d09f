import type { Corpus } from './corpus.ts';
import type { SlotScores } from './slot-scores.ts';
import type { Slot } from './slots.ts';

/** Entries that match the query, with scores of their words, not ranked yet. */
export interface Candidates {
  readonly entries: readonly number[];
  /** By number of the entry; only those of `entries` are set. */
  readonly scores: Float64Array;
}

/** Bonuses for the score of the section and the page as a whole, as shares of an entry's own score. */
const bonuses = { section: 8, page: 8 } as const;
/** Tolerance for sums in a different order. */
const rounding = 0.001;
/** Weight of a stop word relative to other words. */
const stopWordShare = 0.14;
/** Without a full match, and for questions: minimum coverage of an entry, relative to the best one. */
const minShare = 0.6;
/** Minimum coverage of a title or heading relative to the best entry: a page about a topic need not contain every word. */
const minHeadlineShare = 0.2;
/** A query with stop words and at least this many other words is a question. */
const questionLength = 3;

/** Returns the entries whose own text has a required word, each once. */
function matchesOf(required: readonly SlotScores[], { size }: Corpus): number[] {
  const isKnown = new Uint8Array(size);
  const matches: number[] = [];
  for (const slot of required) {
    for (const entry of slot.matches) {
      if (isKnown[entry]) continue;
      isKnown[entry] = 1;
      matches.push(entry);
    }
  }
  return matches;
}

/**
 * Returns entries that contain every word, or else those with the highest coverage; also titles, headings and phrases with a
 * part of the query, and what the query quotes. An entry whose own text has no word of the query is excluded, whatever its page.
 * @param isQuoted whether the query quotes the text or the error code of an entry
 * @param table has the length of the corpus, and receives the scores; a new one for each query would be garbage
 */
export function candidatesOf(
  slots: readonly Slot[],
  scores: readonly SlotScores[],
  corpus: Corpus,
  table: Float64Array,
  isQuoted: (entry: number) => boolean,
): Candidates {
  const required = scores.filter((_, index) => !slots[index]?.optional);
  const optional = scores.filter((_, index) => slots[index]?.optional);
  const matches = matchesOf(required, corpus);
  const total = required.reduce((sum, { rarity }) => sum + rarity, 0);
  /** Sum of the inverse document frequencies of the words that an entry contains. */
  const coverOf = (entry: number): number => {
    let cover = 0;
    for (const { all, rarity } of required) if ((all[entry] ?? 0) > 0) cover += rarity;
    return cover;
  };
  const covers = new Float32Array(matches.length);
  let most = 0;
  for (let index = 0; index < matches.length; index += 1) {
    covers[index] = coverOf(matches[index] ?? 0);
    most = Math.max(most, covers[index] ?? 0);
  }
  const isQuestion = required.length >= questionLength && optional.length > 0;
  const isComplete = most >= total * (1 - rounding);
  const least = most * (isComplete && !isQuestion ? 1 - rounding : minShare);
  // For a word that no record contains, every row with the other words would be a hit: headings, names in code and quotes are enough.
  const isUnknown = required.some((slot) => slot.matches.length === 0);
  const codes = scores.filter((_, index) => slots[index]?.isCode);
  const hasCode = (entry: number) => codes.some(({ all }) => (all[entry] ?? 0) > 0);
  const shares = slots.map(
    ({ optional }, index) => (scores[index]?.rarity ?? 0) * (optional ? stopWordShare : 1),
  );
  const shareOfAll = shares.reduce((sum, share) => sum + share, 0);
  const weighted = scores.map(({ all, sections, pages }, index) => {
    return { all, sections, pages, share: (shares[index] ?? 0) / shareOfAll };
  });
  const scoreOf = (entry: number): number => {
    const section = corpus.sections.of[entry] ?? 0;
    const page = corpus.pages.of[entry] ?? 0;
    let [own, ofSection, ofPage] = [0, 0, 0];
    for (const { all, sections, pages, share } of weighted) {
      own += share * (all[entry] ?? 0);
      ofSection += share * (sections[section] ?? 0);
      ofPage += share * (pages[page] ?? 0);
    }
    return own * (1 + bonuses.section * ofSection) * (1 + bonuses.page * ofPage);
  };
  const found = { entries: [] as number[], scores: table };
  for (let index = 0; index < matches.length; index += 1) {
    const entry = matches[index] ?? 0;
    const cover = covers[index] ?? 0;
    const isHeadline = corpus.isHeadline(entry);
    const isCovered = cover >= (isHeadline ? most * minHeadlineShare : least);
    const isSpecific = !isUnknown || isHeadline || hasCode(entry);
    if (!(isCovered && isSpecific) && !isQuoted(entry)) continue;
    found.entries.push(entry);
    found.scores[entry] = scoreOf(entry);
  }
  return found;
}
