import { root } from '../../../../packages/search/src/analysis/stem.ts';
import { isStopWord } from '../../../../packages/search/src/analysis/stop-words.ts';
import { fold, type Tokenizer } from '../../../../packages/search/src/analysis/tokenizer.ts';
import type { Corpus } from '../../../../packages/search/src/engine/corpus.ts';
import { weights } from './weights.ts';
import type { Found, Slot } from './word-index.ts';

/** Number of candidates that are compared with the query as a whole. */
const compared = 100;

interface Scored {
  readonly entry: number;
  score: number;
}

const byScore = (a: Scored, b: Scored) => b.score - a.score || a.entry - b.entry;

/** Ranks the entries of a corpus. */
export class Ranking {
  readonly #wordsOf = new Map<number, readonly string[]>();

  constructor(
    private readonly corpus: Corpus,
    private readonly tokenizer: Tokenizer,
  ) {}

  /** Returns the best entries and the number of all that match. @param isMatch whether a record passes the filters */
  rank(
    typed: string,
    slots: readonly Slot[],
    found: readonly Found[],
    isMatch: (record: number) => boolean,
  ) {
    const { corpus } = this;
    const required = found.filter((_, at) => !slots[at]?.optional);
    const tables = found.map(({ entries, scores }) => this.#table(entries, scores));
    const shares = slots.map(({ optional }) => (optional ? weights.stopWord : 1));
    const total = required.reduce((sum, { rarity }) => sum + rarity, 0);
    const isKnown = new Uint8Array(corpus.size);
    const candidates: number[] = [];
    for (const { entries } of required) {
      for (const entry of entries) {
        if (isKnown[entry] || !isMatch(corpus.recordOf[entry] ?? 0)) continue;
        isKnown[entry] = 1;
        candidates.push(entry);
      }
    }
    const cover = (entry: number) => {
      let sum = 0;
      for (let at = 0; at < found.length; at += 1) {
        if (!slots[at]?.optional && (tables[at]?.own[entry] ?? 0) > 0)
          sum += found[at]?.rarity ?? 0;
      }
      return sum;
    };
    const covers = candidates.map(cover);
    const most = covers.reduce((max, each) => Math.max(max, each), 0);
    const sumOf = (of: 'own' | 'pages' | 'sections', group: number) => {
      let sum = 0;
      for (let at = 0; at < tables.length; at += 1)
        sum += (shares[at] ?? 0) * (tables[at]?.[of][group] ?? 0);
      return sum;
    };
    const pages = Array.from({ length: corpus.pages.count }, (_, page) => sumOf('pages', page));
    const sections = Array.from({ length: corpus.sections.count }, (_, at) =>
      sumOf('sections', at),
    );
    const best = { page: Math.max(...pages), section: Math.max(...sections) };
    const isPlain = !slots.some(({ names }) => names.some(({ isCode }) => isCode));
    const scored: Scored[] = [];
    candidates.forEach((entry, at) => {
      const share = covers[at] ?? 0;
      const least = corpus.isHeadline(entry) ? weights.minHeadline : weights.minText;
      if (share < most * least) return;
      const record = corpus.records[corpus.recordOf[entry] ?? 0];
      const page = (pages[corpus.pages.of[entry] ?? 0] ?? 0) / best.page;
      const section = (sections[corpus.sections.of[entry] ?? 0] ?? 0) / best.section;
      const score =
        sumOf('own', entry) *
        (share / total) ** weights.cover *
        (1 + weights.rank * (record?.weight.page_rank ?? 0)) *
        (1 + weights.wholePage * page) *
        (1 + weights.wholeSection * section) *
        (isPlain && corpus.textNumber(entry, 'name') > 0 ? weights.plainField : 1);
      scored.push({ entry, score });
    });
    const first = scored.sort(byScore).slice(0, compared);
    const rest = scored.slice(compared);
    for (const each of first) each.score *= 1 + this.#likeness(each.entry, typed, required);
    return this.#spread([...first.sort(byScore), ...rest]);
  }

  /** Scores by entry, and the best of each page and section. */
  #table(entries: Int32Array, scores: Float32Array) {
    const { corpus } = this;
    const own = new Float32Array(corpus.size);
    const pages = new Float32Array(corpus.pages.count);
    const sections = new Float32Array(corpus.sections.count);
    for (let at = 0; at < entries.length; at += 1) {
      const [entry = 0, score = 0] = [entries[at], scores[at]];
      const [page = 0, section = 0] = [corpus.pages.of[entry], corpus.sections.of[entry]];
      own[entry] = score;
      pages[page] = Math.max(pages[page] ?? 0, score);
      sections[section] = Math.max(sections[section] ?? 0, score);
    }
    return { own, pages, sections };
  }

  /** Bonus for a headline or phrase that is like the query as a whole. */
  #likeness(entry: number, typed: string, required: readonly Found[]): number {
    const { corpus } = this;
    const title = corpus.textNumber(entry, 'title');
    const headline =
      title || corpus.textNumber(entry, 'heading') || corpus.textNumber(entry, 'name');
    const phrase = corpus.textNumber(entry, 'keywords');
    const folded = fold(corpus.texts[headline] ?? '');
    const query = fold(typed).trim();
    const isBeginning = headline > 0 && folded.startsWith(query);
    const beginning = title > 0 && folded === query ? weights.exactTitle : weights.beginning;
    return Math.max(
      weights.headline * this.#similarity(headline, required) + (isBeginning ? beginning : 0),
      weights.phrase * this.#similarity(phrase, required),
    );
  }

  #similarity(text: number, required: readonly Found[]): number {
    const words = this.#words(text);
    if (words.length === 0) return 0;
    const hit = required.filter(({ terms }) => words.some((word) => terms.has(word))).length;
    const matched = words.filter((word) => required.some(({ terms }) => terms.has(word))).length;
    return (hit / required.length) * (matched / words.length) ** weights.likeness;
  }

  /** Stemmed words of a text without stop words. */
  #words(text: number): readonly string[] {
    const known = this.#wordsOf.get(text);
    if (known) return known;
    const all = this.tokenizer
      .tokenize(this.corpus.texts[text] ?? '')
      .flatMap(({ name }) => name.words.map(({ term }) => term));
    const significant = all.filter((word) => !isStopWord(word));
    const words = (significant.length > 0 ? significant : all).map((word) => root(word));
    this.#wordsOf.set(text, words);
    return words;
  }

  /** Keeps the best entry of each record, and lowers further records of a page. */
  #spread(scored: readonly Scored[]): { record: number; score: number }[] {
    const { corpus } = this;
    const seen = new Map<number, number>();
    const taken = new Set<number>();
    const spread: { record: number; score: number }[] = [];
    for (const { entry, score } of scored) {
      const [record = 0, page = 0] = [corpus.recordOf[entry], corpus.pages.of[entry]];
      if (taken.has(record)) continue;
      taken.add(record);
      const before = seen.get(page) ?? 0;
      seen.set(page, before + 1);
      spread.push({ record, score: score * Math.max(0.3, weights.repeat ** before) });
    }
    return spread.sort((a, b) => b.score - a.score);
  }
}
