import { blocksOf } from '../text/blocks.ts';
import type { Finding, Rule } from '../page.ts';
import { sentencesOf, wordCount } from '../text/sentences.ts';

/** In words; a code span counts as one. Plain-language guides recommend 20 to 25 per sentence; these are upper limits. */
const mostInSentence = 40;
const mostInParagraph = 120;

/** Sentences and paragraphs are short. */
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
