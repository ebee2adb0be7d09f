import { blocksOf, placeholder, type Block } from '../text/blocks.ts';
import { properNouns } from '../data/proper-nouns.ts';
import type { Rule } from '../page.ts';

const names = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...properNouns]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);

/** Capitalized words that are not the first word of a sentence. */
function strayCapitals(text: string): string[] {
  const rest = text
    .replaceAll(names, placeholder)
    .replace(/^(?:\d+\. )?/, '')
    .replaceAll(/(?<=^|[:?] )\p{Lu}(?!\p{Lu})/gu, (letter) => letter.toLowerCase());
  return [...rest.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)]
    .map(([word]) => word)
    .filter((word) => /\p{Lu}/u.test(word));
}

function* caseErrors({ text }: Block): Iterable<string> {
  for (const word of strayCapitals(text)) {
    yield `"${text}": write "${word.toLowerCase()}" in lower case, or list the name in tests/prose/data/proper-nouns.ts`;
  }
  if (/^\p{Ll}/u.test(text)) yield `"${text}": begin with a capital letter`;
}

/** Headings are in sentence case. */
export const headings: Rule = (page) =>
  blocksOf(page)
    .filter(({ kind }) => kind === 'heading')
    .flatMap((heading) =>
      [...caseErrors(heading)].map((message) => ({
        file: page.file,
        line: heading.lineAt(0),
        rule: 'headings',
        message,
      })),
    );
