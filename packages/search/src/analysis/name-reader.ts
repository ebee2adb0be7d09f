import { chunkAt, chunkTexts, tokensOfChunk, type Token, type Word } from './chunks.ts';

/** A chunk by itself: places are counted from its own beginning. */
export interface Name {
  readonly words: readonly Word[];
  /** Everything in it that stands for a term. */
  readonly tokens: readonly Token[];
}

/** A name where it stands in a text. */
export interface PlacedName {
  readonly name: Name;
  readonly start: number;
}

/** Names kept; a documentation has a few thousand, and texts from outside must not fill the memory. */
const maxKnown = 20_000;

/** Reads many texts. The same names come back again and again, so each is split once. */
export class NameReader {
  readonly #known = new Map<string, Name | null>();

  /** Names of a text, in order. */
  read(text: string): PlacedName[] {
    const names: PlacedName[] = [];
    for (const found of chunkTexts(text)) {
      const name = this.#nameOf(found[0]);
      if (name) names.push({ name, start: found.index });
    }
    return names;
  }

  #nameOf(text: string): Name | null {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const chunk = chunkAt(text, 0);
    const name = chunk && { words: chunk.words, tokens: tokensOfChunk(chunk) };
    if (this.#known.size < maxKnown) this.#known.set(text, name);
    return name;
  }
}
