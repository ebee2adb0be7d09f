import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Page } from './page.ts';
import { blocksOf } from './text/blocks.ts';

/** Settings of cspell. */
export const spellingFile = path.resolve(import.meta.dirname, '../../cspell.config.yaml');

interface Settings {
  readonly words: readonly string[];
  /** `centre->center` */
  readonly flagWords: readonly string[];
}

export const { words: ownWords, flagWords } = parse(readFileSync(spellingFile, 'utf8')) as Settings;

/** American forms by the British forms that the dictionaries accept. */
export const american: Readonly<Record<string, string>> = Object.fromEntries(
  flagWords.map((entry) => entry.split('->') as [string, string]),
);

/** Words of the settings that no page uses. */
export function unusedWords(words: readonly string[], pages: readonly Page[]): string[] {
  const text = pages
    .flatMap(blocksOf)
    .map((block) => block.text.toLowerCase())
    .join('\n');
  return words.filter((word) => !text.includes(word.toLowerCase()));
}
