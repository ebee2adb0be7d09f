import { blocksOf, placeholder, type Block } from '../text/blocks.ts';
import { properNouns } from '../data/proper-nouns.ts';
import type { Finding, Page, Rule } from '../page.ts';

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
  if (/[.,:;!?]$/.test(text)) yield `"${text}": leave out the mark at the end`;
}

/**
 * The first heading of the body must be one level below the title, and each next one at most one level below the previous.
 */
function* levelErrors(page: Page, headings: readonly Block[]): Iterable<readonly [Block, string]> {
  const titled = typeof page.frontMatter.title === 'string';
  let last = titled ? 1 : 0;
  for (const heading of headings) {
    const depth = heading.depth ?? 1;
    if (depth === 1 && last > 0) yield [heading, 'one heading of level 1 a page: use ##'];
    else if (depth > last + 1) {
      yield [heading, `level ${depth} after level ${last}: use ${'#'.repeat(last + 1)}`];
    }
    last = depth;
  }
  if (!titled && !headings.some(({ depth }) => depth === 1)) {
    const nowhere: Block = { kind: 'heading', text: '', lineAt: () => 1 };
    yield [nowhere, 'give the page a title in its front matter'];
  }
}

/** Headings are in sentence case, without punctuation at the end, and skip no level. */
export const headings: Rule = (page) => {
  const all = blocksOf(page).filter(({ kind }) => kind === 'heading');
  const found = (heading: Block, message: string): Finding => ({
    file: page.file,
    line: heading.lineAt(0),
    rule: 'headings',
    message,
  });
  const cases = all.flatMap((one) => [...caseErrors(one)].map((message) => found(one, message)));
  if (page.kind === 'texts') return cases;
  // The title in the front matter is the first heading and is counted separately.
  const body = typeof page.frontMatter.title === 'string' ? all.slice(1) : all;
  return [...cases, ...[...levelErrors(page, body)].map((error) => found(...error))];
};
