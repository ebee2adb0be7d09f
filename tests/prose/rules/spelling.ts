import { blocksOf, placeholder } from '../text/blocks.ts';
import { american } from '../data/american.ts';
import type { Page, Rule } from '../page.ts';
import { capital } from '../text/matches.ts';

/** Interface of a dictionary. */
export interface Dictionary {
  has(word: string): boolean;
  suggest(word: string, options: { numSuggestions: number }): readonly { readonly word: string }[];
}

/** A word of a page, without the ending of a possessive; "Wi-Fi" is one word. */
export interface Word {
  readonly text: string;
  readonly line: number;
}

/** Words of a text without URLs and without words that contain a digit, such as names of parts and units. */
export function wordsOf(page: Page): Word[] {
  return blocksOf(page).flatMap(({ text, lineAt }) => {
    const plain = text
      .replaceAll(placeholder, ' ')
      .replaceAll(/https?:\/\/\S+|[\w@.-]*\d[\w.-]*/g, (match) => ' '.repeat(match.length));
    return [...plain.matchAll(/\p{L}+(?:['’.-]\p{L}+)*/gu)].map(({ 0: word, index }) => ({
      text: word.replace(/['’]s$/, ''),
      line: lineAt(index),
    }));
  });
}

/** Words of the list start with a lowercase letter unless they are names. */
const small = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);

/** The word if it is in the list, otherwise the parts of a compound, each of which must be a word. */
function partsOf(word: string, own: ReadonlySet<string>): readonly string[] {
  return own.has(word) || own.has(small(word)) ? [word] : word.split('-');
}

/** Spelling in American English; `own` contains words that are not in the dictionary. */
export function spelling(dictionary: Dictionary, own: ReadonlySet<string>): Rule {
  const advised = new Map<string, string | undefined>();
  const adviceFor = (word: string) => {
    const preferred = american[word.toLowerCase()];
    if (preferred !== undefined) return `write "${preferred}"`;
    if (own.has(word) || own.has(small(word)) || dictionary.has(word)) return undefined;
    const suggestions = dictionary.suggest(word, { numSuggestions: 3 });
    const list = suggestions.map((one) => `"${one.word}"`).join(', ');
    return `write ${list || 'another word'}, or add it to tests/prose/words.txt`;
  };
  const advice = (word: string) => {
    if (!advised.has(word)) advised.set(word, adviceFor(word));
    return advised.get(word);
  };
  return (page) =>
    wordsOf(page).flatMap(({ text, line }) =>
      partsOf(text, own).flatMap((part) => {
        const instead = advice(part);
        if (instead === undefined) return [];
        return [{ file: page.file, line, rule: 'spelling', message: `"${part}": ${instead}` }];
      }),
    );
}

/** Words of the list that no page uses. */
export function unusedWords(own: ReadonlySet<string>, pages: readonly Page[]): string[] {
  const used = new Set(
    pages.flatMap((page) => wordsOf(page).flatMap(({ text }) => partsOf(text, own))),
  );
  const isUsed = (word: string) => used.has(word) || used.has(capital(word));
  return [...own].filter((word) => !isUsed(word));
}
