import { fold } from '../analysis/tokenizer.ts';
import { isErrorCode } from '../types.ts';
import type { Corpus } from './corpus.ts';

/** Separates the cells of a table row in the text of its record. */
const cellSeparator = ' · ';
/** Minimum number of words of a quote; shorter texts, such as the name of a thing, are part of many queries. */
const minWords = 3;

/** Returns folded words with single spaces between and around them, so that `includes` compares whole words. */
function spaced(text: string): string {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

/**
 * Finds entries whose error code or text a query quotes. The text is a sentence or the first cell of a row, such as an error
 * message in a line of a log.
 */
export class Quotes {
  /** The part of each text that can be quoted, by number of the text; empty when there is none. */
  readonly #quotable: (string | undefined)[] = [];

  constructor(private readonly corpus: Corpus) {}

  /** Returns a function that tells whether a query quotes the text or the error code of an entry. */
  in(typed: string): (entry: number) => boolean {
    const query = spaced(typed);
    const quotes = (text: number) => {
      const quotable = this.#quotableOf(text);
      return quotable !== '' && query.includes(quotable);
    };
    return (entry) => {
      const name = this.corpus.textNumber(entry, 'name');
      if (isErrorCode(this.corpus.texts[name] ?? '') && quotes(name)) return true;
      return quotes(this.corpus.textNumber(entry, 'text'));
    };
  }

  #quotableOf(text: number): string {
    const known = this.#quotable[text];
    if (known !== undefined) return known;
    const [first = ''] = this.corpus.texts[text]?.split(cellSeparator, 1) ?? [];
    const quote = spaced(first);
    const isQuotable = isErrorCode(first) || quote.trim().split(' ').length >= minWords;
    return (this.#quotable[text] = isQuotable ? quote : '');
  }
}
