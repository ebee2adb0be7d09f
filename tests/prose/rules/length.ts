import { blocksOf } from '../text/blocks.ts';
import type { Finding, Rule } from '../page.ts';
import { sentencesOf, wordCount } from '../text/sentences.ts';

/** Words, a code span counted as one. Guides to plain language advise 20 to 25 a sentence; these are the ends. */
const mostInSentence = 40;
const mostInParagraph = 120;

/** Sentences and paragraphs stay short enough to be read once. */
export const length: Rule = (page) =>
  blocksOf(page).flatMap(({ kind, text, lineAt }) => {
    const found = (offset: number, message: string): Finding => ({
      file: page.file,
      line: lineAt(offset),
      rule: 'length',
      message,
    });
    const long = sentencesOf(text)
      .map((sentence) => ({ ...sentence, words: wordCount(sentence.text) }))
      .filter(({ words }) => words > mostInSentence)
      .map(({ index, words }) =>
        found(index, `a sentence of ${words} words: split it, ${mostInSentence} at most`),
      );
    const words = wordCount(text);
    if (kind !== 'paragraph' || words <= mostInParagraph) return long;
    const advice = `split it, or make it a list, ${mostInParagraph} at most`;
    return [...long, found(0, `a paragraph of ${words} words: ${advice}`)];
  });
