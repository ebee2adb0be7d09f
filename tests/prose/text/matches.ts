import { blocksOf, titleMark, type Block } from './blocks.ts';
import type { Page } from '../page.ts';

/** A match in the text of a page. */
export interface Match {
  readonly block: Block;
  readonly text: string;
  readonly line: number;
  /** True at the start of a sentence, cell or heading, where a capital letter is correct. */
  readonly starts: boolean;
}

const sentenceStart = new RegExp(`(?:^|[.?!:]["”)]*\\s|^["“(]|${titleMark})\\s*$`);

/** All matches of an expression with whole words of a page. Line breaks count as spaces, and code is not text. */
export function matchesOf(page: Page, pattern: string): Match[] {
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${pattern})(?![\\p{L}\\p{N}_-])`, 'giu');
  return blocksOf(page).flatMap((block) =>
    [...block.text.replaceAll('\n', ' ').matchAll(whole)].map(({ 0: text, index }) => ({
      block,
      text,
      line: block.lineAt(index),
      starts: sentenceStart.test(block.text.slice(0, index)),
    })),
  );
}

/** Capitalizes a word for the start of a sentence. */
export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
