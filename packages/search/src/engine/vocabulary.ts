import { root, singular, stem } from '../analysis/stem.ts';

/** A term with its optimal string alignment distance from a word. */
interface NearTerm {
  readonly term: string;
  readonly distance: number;
  /** Distance of its closest prefix. */
  readonly prefixDistance: number;
}

/** Returns the length of the common prefix. */
function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

/**
 * Finds terms within an edit distance of a word. Sorted terms share prefixes, so the rows of the distance table for a prefix
 * are reused for all terms with that prefix, and terms are skipped whose prefix is already too far.
 */
export class NearTerms {
  /** Length of the common prefix with the previous term. */
  readonly #shared: Uint16Array;
  readonly #longest: number;

  /** @param terms sorted */
  constructor(private readonly terms: readonly string[]) {
    this.#shared = Uint16Array.from(terms, (term, index) =>
      commonPrefix(term, terms[index - 1] ?? ''),
    );
    this.#longest = terms.reduce((most, { length }) => Math.max(most, length), 0);
  }

  /** Returns the complete term with the smallest tolerated distance. */
  nearest(word: string): string | undefined {
    const edits = toleratedEdits(word);
    const found = edits > 0 ? this.of(word, edits) : [];
    const least = Math.min(edits, ...found.map(({ distance }) => distance));
    return found.find(({ distance }) => distance === least)?.term;
  }

  /** Returns terms within `max` edits, complete or by a prefix, in order. */
  of(word: string, max: number): NearTerm[] {
    if (word.length > this.#longest + max) return [];
    const width = word.length + 1;
    const table = new Uint16Array((this.#longest + 1) * width);
    for (let column = 0; column < width; column += 1) table[column] = column;
    /** Smallest distance of the prefixes up to a row. */
    const begun = new Uint16Array(this.#longest + 1).fill(word.length);
    const found: NearTerm[] = [];
    let known = 0;
    // Rows after one above `max` stay above `max`.
    let far = Infinity;
    this.terms.forEach((term, index) => {
      const shared = this.#shared[index] ?? 0;
      if (shared < far) far = Infinity;
      known = Math.min(known, shared);
      for (let row = known + 1; row <= term.length && far === Infinity; row += 1) {
        if (fillRow({ table, width, word, term, row }) > max) far = row;
        begun[row] = Math.min(begun[row - 1] ?? 0, table[row * width + word.length] ?? 0);
        known = row;
      }
      const distance =
        far === Infinity ? (table[term.length * width + word.length] ?? 0) : Infinity;
      const nearest = begun[Math.min(far, term.length)] ?? Infinity;
      if (Math.min(distance, nearest) <= max)
        found.push({ term, distance, prefixDistance: nearest });
    });
    return found;
  }
}

interface Row {
  /** Distances between prefixes of the term, by row, and prefixes of the word, by column. */
  readonly table: Uint16Array;
  readonly width: number;
  readonly word: string;
  readonly term: string;
  readonly row: number;
}

/** Fills a row from the rows above, and returns its minimum. */
function fillRow({ table, width, word, term, row }: Row): number {
  const at = row * width;
  const letter = term.charCodeAt(row - 1);
  const before = row > 1 ? term.charCodeAt(row - 2) : -1;
  table[at] = row;
  let least = row;
  for (let column = 1; column < width; column += 1) {
    const own = word.charCodeAt(column - 1);
    let cost = Math.min(
      (table[at - width + column] ?? 0) + 1,
      (table[at + column - 1] ?? 0) + 1,
      (table[at - width + column - 1] ?? 0) + (own === letter ? 0 : 1),
    );
    if (column > 1 && own === before && word.charCodeAt(column - 2) === letter) {
      cost = Math.min(cost, (table[at - 2 * width + column - 2] ?? 0) + 1);
    }
    table[at + column] = cost;
    if (cost < least) least = cost;
  }
  return least;
}

/** Terms of the index that match a word, with weights: 1 for the word itself. */
export type Forms = Map<string, number>;

/** Weights of forms, higher for forms closer to the typed word. */
const weights = { plural: 0.8, stem: 0.7, root: 0.6, prefix: 0.85, typo: 0.5 } as const;

/** Maximum number of completions of a prefix; the shortest are used. */
const maxPrefixForms = 50;

/** Returns the tolerated edit distance: long words have more typos, and short words too many similar words. */
function toleratedEdits(word: string): number {
  if (word.length < 4 || /\p{N}/u.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Adds a term to a group. */
function addTo(groups: Map<string, string[]>, key: string, term: string): void {
  const group = groups.get(key);
  if (group) group.push(term);
  else groups.set(key, [term]);
}

/** Returns the terms that start with a prefix, by binary search. @param terms sorted */
function withPrefix(terms: readonly string[], prefix: string): readonly string[] {
  let [from, to] = [0, terms.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((terms[middle] ?? '') < prefix) from = middle + 1;
    else to = middle;
  }
  let end = from;
  while (terms[end]?.startsWith(prefix)) end += 1;
  return terms.slice(from, end);
}

/** Weights terms by edit distance; with `prefix`, longer terms have a lower weight. */
function weigh(word: string, terms: readonly NearTerm[], edits: number, prefix: boolean): Forms {
  // One typo in a long word is unambiguous.
  const weight = Math.max(weights.typo / edits, 1 - (3 * edits) / word.length);
  return new Map(
    terms.map(({ term }) => [
      term,
      prefix ? weight * Math.sqrt(word.length / Math.max(term.length, word.length)) : weight,
    ]),
  );
}

/** The terms of an index, by stem, root, prefix and similarity. */
export class Vocabulary {
  readonly #words: ReadonlySet<string>;
  readonly #pairs: ReadonlySet<string>;
  /** Every term, sorted. */
  readonly #terms: readonly string[];
  readonly #stems = new Map<string, string[]>();
  readonly #roots = new Map<string, string[]>();
  #near: NearTerms | undefined;

  /** @param pairs joined adjacent words */
  constructor(words: ReadonlySet<string>, pairs: ReadonlySet<string> = new Set()) {
    this.#words = words;
    this.#pairs = pairs;
    const all = new Set([...words, ...pairs]);
    this.#terms = [...all].sort();
    for (const term of all) {
      const termStem = stem(term);
      addTo(this.#stems, termStem, term);
      addTo(this.#roots, root(term, termStem), term);
    }
  }

  /** Whether a text contains the word itself, not only two joined words. */
  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** Returns the word and its inflections in the index. */
  inflections(word: string): Forms {
    const forms: Forms = new Map();
    for (const term of this.#roots.get(root(word)) ?? []) forms.set(term, weights.root);
    for (const term of this.#stems.get(stem(word)) ?? []) {
      forms.set(term, singular(term) === singular(word) ? weights.plural : weights.stem);
    }
    if (this.has(word) || this.#pairs.has(word)) forms.set(word, 1);
    return forms;
  }

  /** Returns terms that start with a word, without the word itself. Longer terms have a lower weight. */
  completions(word: string): Forms {
    // A complete word is not a prefix of two joined words.
    const isWhole = this.has(word);
    const terms = withPrefix(this.#terms, word)
      .filter((term) => term !== word && !(isWhole && this.#pairs.has(term)))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      .slice(0, maxPrefixForms);
    return new Map(
      terms.map((term) => [term, weights.prefix * Math.sqrt(word.length / term.length)]),
    );
  }

  /** Returns the terms with the smallest tolerated edit distance; with `prefix`, also terms with such a prefix. */
  corrections(word: string, prefix: boolean): Forms {
    const tolerated = toleratedEdits(word);
    if (tolerated === 0) return new Map();
    this.#near ??= new NearTerms(this.#terms.filter((term) => term.length > 2));
    const near = this.#near.of(word, tolerated);
    for (let edits = 1; edits <= tolerated; edits += 1) {
      const whole = near.filter(({ distance }) => distance <= edits);
      if (whole.length > 0) return this.#withInflections(weigh(word, whole, edits, false));
      const begun = prefix ? near.filter(({ prefixDistance: distance }) => distance <= edits) : [];
      if (begun.length > 0) return weigh(word, begun, edits, true);
    }
    return new Map();
  }

  #withInflections(forms: Forms): Forms {
    const all: Forms = new Map();
    for (const [term, weight] of forms) {
      for (const [form, fit] of this.inflections(term)) {
        all.set(form, Math.max(weight * fit, all.get(form) ?? 0));
      }
    }
    return all;
  }
}
