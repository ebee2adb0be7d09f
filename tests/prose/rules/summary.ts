import { toString } from 'mdast-util-to-string';
import type { RootContent } from 'mdast';
import { blocksOf } from '../text/blocks.ts';
import { onlyPages } from '../page.ts';
import { bodyOf, introOf } from '../text/body.ts';
import { wordCount } from '../text/sentences.ts';

/** Words of running text and tables without code: about eight minutes of reading. */
const mostWithoutSummary = 1800;

const opening = /^(?:in short|the short version|what you will be able to do)\b/i;

function summarizes(node: RootContent): boolean {
  if (node.type === 'list') return true;
  if (node.type === 'containerDirective') {
    const [label] = node.children;
    return node.name === 'summary' || opening.test(toString(label));
  }
  return node.type === 'paragraph' && opening.test(toString(node));
}

/** A long page starts with a summary: a list, a `:::summary`, or a paragraph "In short". */
export const summary = onlyPages((page) => {
  const words = blocksOf(page).reduce((sum, { text }) => sum + wordCount(text), 0);
  if (words <= mostWithoutSummary || introOf(bodyOf(page)).some(summarizes)) return [];
  const message = `a page of ${words} words: put "In short:" and a list before the first heading`;
  return [{ file: page.file, line: 1, rule: 'summary', message }];
});
