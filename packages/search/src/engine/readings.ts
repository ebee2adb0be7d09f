import type { Tokenizer } from '../analysis/tokenizer.ts';
import { readingOf, type Reading } from './reading.ts';
import type { TermNumbers } from './term-numbers.ts';

/** Texts kept; those of records are fewer, and others must not fill the memory. */
const maxKept = 20_000;
/** Letters of a text that is kept. */
const maxLength = 5000;

/** Reads texts when they are first asked for: those of hits come back from one query to the next. */
export class Readings {
  readonly #known = new Map<string, Reading>();

  constructor(
    private readonly names: Tokenizer,
    private readonly numbers: TermNumbers,
  ) {}

  of(text: string): Reading {
    const known = this.#known.get(text);
    if (known) return known;
    const reading = readingOf(this.names.tokenize(text), this.numbers);
    if (this.#known.size < maxKept && text.length <= maxLength) this.#known.set(text, reading);
    return reading;
  }
}
