/** A term with its optimal string alignment distance from a word. */
export interface NearTerm {
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
  readonly #terms: readonly string[];
  /** Length of the common prefix with the previous term. */
  readonly #shared: Uint16Array;
  readonly #longest: number;

  constructor(terms: readonly string[]) {
    this.#terms = [...terms].sort((a, b) => (a < b ? -1 : 1));
    this.#shared = Uint16Array.from(this.#terms, (term, index) =>
      commonPrefix(term, this.#terms[index - 1] ?? ''),
    );
    this.#longest = terms.reduce((most, { length }) => Math.max(most, length), 0);
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
    this.#terms.forEach((term, index) => {
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
