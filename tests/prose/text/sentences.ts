import { placeholder } from './blocks.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A sentence and its position in the text. */
export interface Sentence {
  readonly text: string;
  readonly index: number;
}

/** Splits a text into sentences (UAX 29); a line break of the source is a space. */
export function sentencesOf(text: string): Sentence[] {
  return [...segmenter.segment(text.replaceAll('\n', ' '))].map(({ segment, index }) => ({
    text: segment,
    index,
  }));
}

/** Words of a text; a code span counts as one. */
export function wordCount(text: string): number {
  return [...text.matchAll(new RegExp(`${placeholder}|[\\p{L}\\p{N}][\\p{L}\\p{N}'’._-]*`, 'gu'))]
    .length;
}
