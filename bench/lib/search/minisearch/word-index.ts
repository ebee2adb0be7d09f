import MiniSearch, { type Query as Combination, type SearchOptions } from 'minisearch';
import { root } from '../../../../packages/search/src/analysis/stem.ts';
import { isStopWord } from '../../../../packages/search/src/analysis/stop-words.ts';
import { synonymsOf } from '../../../../packages/search/src/analysis/synonyms.ts';
import { pairsOf, type Tokenizer } from '../../../../packages/search/src/analysis/tokenizer.ts';
import { LruCache } from '../../../../packages/search/src/engine/collections.ts';
import type { Corpus, FieldName } from '../../../../packages/search/src/engine/corpus.ts';
import type { TypedName } from '../../../../packages/search/src/engine/query.ts';
import { weights } from './weights.ts';

const fieldNames = ['title', 'keywords', 'heading', 'name', 'text', 'page'] as const;
const headlineFields = ['title', 'keywords', 'heading', 'name'];
/** Stop words, and a last word of at most this many letters, are only searched for in headlines: texts have too many. */
const shortPrefix = 2;
/** A synonym has up to three words. */
const longestPhrase = 3;

/** A word of the query, or several with a synonym. */
export interface Slot {
  readonly names: readonly TypedName[];
  readonly optional: boolean;
}

/** What MiniSearch finds for a slot. */
export interface Found {
  readonly entries: Int32Array;
  readonly scores: Float32Array;
  /** Terms of the index that match. */
  readonly terms: ReadonlySet<string>;
  /** Inverse document frequency. */
  readonly rarity: number;
}

/** Finds words with MiniSearch: one document for each record and for each of its phrases. */
export class WordIndex {
  readonly #index: MiniSearch<{ id: number }>;
  readonly #terms = new Set<string>();
  readonly #known = new LruCache<Found>(64);

  constructor(
    private readonly corpus: Corpus,
    tokenizer: Tokenizer,
  ) {
    // Phrases repeat the fields of their record.
    const known = new Map<string, string[]>();
    const tokenize = (text: string, field = ''): string[] => {
      const key = `${field === 'title' || field === 'heading' ? 1 : 0}${text}`;
      const found = known.get(key) ?? split(text, field);
      known.set(key, found);
      return found;
    };
    const split = (text: string, field: string): string[] => {
      const names = tokenizer.tokenize(text).map(({ name }) => name);
      const pairs =
        field === 'title' || field === 'heading'
          ? pairsOf(names.flatMap(({ words }) => words))
          : [];
      return [...names.flatMap(({ tokens }) => tokens), ...pairs].map(({ term }) => root(term));
    };
    this.#index = new MiniSearch({
      fields: [...fieldNames],
      tokenize,
      processTerm: (term) => {
        this.#terms.add(term);
        return term;
      },
      extractField: ({ id }, field) => (field === 'id' ? id : corpus.text(id, field as FieldName)),
      searchOptions: { tokenize: (term) => [term], processTerm: (term) => term },
    });
    this.#index.addAll(Array.from({ length: corpus.size }, (_, id) => ({ id })));
  }

  /** Whether a text has a form of a word. */
  has(word: string): boolean {
    return this.#terms.has(root(word));
  }

  /** Finds a slot, or returns what it found before: typing changes only the last one. */
  find({ names, optional }: Slot): Found {
    return this.#known.getOrCreate(JSON.stringify(names), () => this.#find(names, optional));
  }

  #find(names: readonly TypedName[], optional: boolean): Found {
    const isShort =
      optional || names.every(({ last, whole }) => last && whole.length <= shortPrefix);
    const results = this.#index.search({ combineWith: 'OR', queries: this.#alternatives(names) }, {
      bm25: { k: weights.k, b: weights.b, d: weights.d },
      boost: Object.fromEntries(fieldNames.map((field) => [field, weights[field]])),
      weights: { fuzzy: weights.fuzzy, prefix: weights.prefix },
      ...(isShort && { fields: headlineFields }),
    } satisfies SearchOptions);
    const terms = new Set<string>();
    for (const result of results) for (const term of result.terms) terms.add(term);
    return {
      entries: Int32Array.from(results, ({ id }) => id as number),
      // MiniSearch multiplies by the number of words; synonyms would multiply it as well.
      scores: Float32Array.from(results, ({ score, queryTerms }) => score / queryTerms.length),
      terms,
      rarity: Math.log(1 + this.corpus.size / (results.length + 1)),
    };
  }

  #typed(words: readonly string[], isLast: boolean, boost: number): Combination {
    return {
      combineWith: 'AND',
      queries: words.map((word) => root(word)),
      prefix: (term, at, all) =>
        (isLast && at === all.length - 1) || (term.length > 2 && !this.#terms.has(term)),
      fuzzy: (term) =>
        /\d/.test(term) || term.length < 4 || this.#terms.has(term)
          ? false
          : term.length < 8
            ? 1
            : 2,
      boostTerm: () => boost,
    };
  }

  #exact(words: readonly string[], boost: number): Combination {
    const queries = words.filter((word) => !isStopWord(word)).map((word) => root(word));
    return { combineWith: 'AND', queries, boostTerm: () => boost };
  }

  /** The words as typed, as parts of a name, as one word, and their synonyms. */
  #alternatives(names: readonly TypedName[]): Combination[] {
    const [name] = names;
    const isSingle = names.length === 1 && name !== undefined;
    const words = names.map(({ whole }) => whole);
    const isLast = names.at(-1)?.last ?? false;
    const found: Combination[] = [this.#typed(words, isLast, 1)];
    const parts = !isSingle ? [] : name.words.length > 1 ? name.words : name.parts;
    if (parts.length > 0 && name) {
      const boost = this.has(name.whole) ? weights.parts : weights.unknownParts;
      found.push(this.#typed(parts, isLast, boost));
    }
    if (!isSingle && this.has(words.join('')))
      found.push(this.#exact([words.join('')], weights.joined));
    for (const synonym of synonymsOf(isSingle ? name.words : words))
      found.push(this.#exact(synonym.words, synonym.same ? weights.same : weights.synonym));
    return found;
  }
}

/** Splits names into slots: phrases that have synonyms or are also one word, and single names. */
export function slotsOf(names: readonly TypedName[], optional: boolean, index: WordIndex): Slot[] {
  const slots: Slot[] = [];
  for (let at = 0; at < names.length;) {
    let size = Math.min(longestPhrase, names.length - at);
    const phrase = () => names.slice(at, at + size).map(({ whole }) => whole);
    while (size > 1 && synonymsOf(phrase()).length === 0 && !index.has(phrase().join('')))
      size -= 1;
    const slot = { names: names.slice(at, at + size), optional };
    slots.push(...(size === 1 ? singlesOf(slot, index) : [slot]));
    at += size;
  }
  return slots;
}

/** A name that no record has is searched for word by word. */
function singlesOf(slot: Slot, index: WordIndex): Slot[] {
  const { words = [], last = false } = slot.names[0] ?? {};
  if (words.length < 2 || index.find(slot).entries.length > 0) return [slot];
  return words.map((whole, at) => {
    const isLast = last && at === words.length - 1;
    const name = { words: [whole], parts: [], whole, isCode: false, last: isLast };
    return { names: [name], optional: slot.optional };
  });
}
