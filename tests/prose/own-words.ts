import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A group of `words.txt`: words that are in no dictionary, below a comment that describes them. */
export interface WordGroup {
  readonly title: string;
  readonly words: readonly string[];
}

/** Parses a word list: `# title`, then one word per line; empty lines are ignored. */
export function groupsOf(text: string): WordGroup[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((group) => {
      const [title = '', ...words] = group.split('\n').map((line) => line.trim());
      return { title, words: words.filter((word) => word !== '') };
    });
}

export const ownWordsFile = 'tests/prose/words.txt';

export function readOwnWords(): WordGroup[] {
  return groupsOf(readFileSync(path.join(import.meta.dirname, 'words.txt'), 'utf8'));
}
