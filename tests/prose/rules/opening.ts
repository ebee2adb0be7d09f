import { toString } from 'mdast-util-to-string';
import { onlyPages, type Finding } from '../page.ts';
import { bodyOf, introOf } from '../text/body.ts';
import { sentencesOf } from '../text/sentences.ts';

/** The front matter and the first paragraph of a page describe what the reader can do with it. */
export const opening = onlyPages((page) => {
  const found = (line: number, message: string): Finding => ({
    file: page.file,
    line,
    rule: 'opening',
    message,
  });
  const findings: Finding[] = [];
  const { description } = page.frontMatter;
  if (typeof description !== 'string' || description.trim() === '') {
    findings.push(found(1, 'give the front matter a description: what the reader can do'));
  }
  const first = introOf(bodyOf(page)).find(({ type }) => type === 'paragraph');
  if (!first) {
    return [...findings, found(1, 'begin with a paragraph: what the reader can do with this page')];
  }
  const sentences = sentencesOf(toString(first)).length;
  if (sentences > 2) {
    const message = `${sentences} sentences in the first paragraph: two at most, the purpose of the page`;
    findings.push(found(first.position?.start.line ?? 1, message));
  }
  return findings;
});
