/** What no text of the index holds. */
export const unknownTerm = 0;

/** Terms of an index by number, from 1 in the order they come. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();
  readonly terms: string[] = [''];

  /** The number of a term; one that is new gets the next. */
  add(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const next = this.terms.length;
    this.#numbers.set(term, next);
    this.terms.push(term);
    return next;
  }

  /** The number of a term, or `unknownTerm`. */
  of(term: string): number {
    return this.#numbers.get(term) ?? unknownTerm;
  }
}
