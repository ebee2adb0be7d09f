import { chunksOf, type Chunk } from '../analysis/tokenizer.ts';

/** A word or a name as typed. */
export interface TypedName {
  /** Its words, folded; more than one for a name such as `node::nodenotfound` or `node_id`. */
  readonly words: readonly string[];
  /** Parts of a word in camel case, else none. */
  readonly parts: readonly string[];
  /** The whole name as one term. */
  readonly whole: string;
  /** It is written as names in programs are: in camel case, or with `_`, `.`, `:` or `/` inside. */
  readonly isCode: boolean;
  /** It may be unfinished: nothing follows it. */
  readonly last: boolean;
}

export interface ParsedQuery {
  readonly names: readonly TypedName[];
  /** Words of each `"quoted phrase"`, which must stand in a hit in that order. */
  readonly phrases: readonly (readonly string[])[];
  /** Terms no hit may hold, from `-word`. */
  readonly excluded: readonly string[];
}

/** As the hosted provider: what follows in a longer query is not looked at. */
export const maxQuery = 512;
/** Further words narrow nothing down and cost time. */
const maxNames = 24;

function typedName({ words, joined }: Chunk, last: boolean): TypedName {
  const terms = words.map(({ term }) => term);
  const parts = words.length === 1 ? (words[0]?.parts ?? []).map(({ term }) => term) : [];
  return {
    words: terms,
    parts,
    isCode: parts.length > 0 || words.some(({ isPart }) => isPart),
    whole: joined.at(-1)?.term ?? terms.join(''),
    last,
  };
}

function wordsOf(text: string): string[] {
  return chunksOf(text).flatMap(({ words }) => words.map(({ term }) => term));
}

/** What changes from one pasted path or topic to the next: the version of the API, and ids where a placeholder stands. */
const variable =
  /(?<![\p{L}\p{N}])v\d+\/|(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/)/giu;

/** Reads a query; any text is one. `advanced` gives quotes and a leading `-` their meaning. */
export function parseQuery(text: string, advanced: boolean): ParsedQuery {
  let plain = text.slice(0, maxQuery);
  const phrases: string[][] = [];
  const excluded: string[] = [];
  if (advanced) {
    plain = plain.replace(/"([^"]*)"/g, (_, phrase: string) => {
      phrases.push(wordsOf(phrase));
      return ` ${phrase} `;
    });
    plain = plain.replace(/(^|\s)-(?=[^\s-])(\S+)/g, (_, before: string, word: string) => {
      excluded.push(...wordsOf(word));
      return before;
    });
  }
  const chunks = chunksOf(plain.replace(variable, '')).slice(0, maxNames);
  const open = !/\s$/.test(plain);
  return {
    names: chunks.map((chunk, index) => typedName(chunk, open && index === chunks.length - 1)),
    phrases: phrases.filter((phrase) => phrase.length > 0),
    excluded,
  };
}
