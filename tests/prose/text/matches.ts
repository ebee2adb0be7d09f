import { blocksOf, titleMark, type Block } from './blocks.ts';
import type { Page } from '../page.ts';

/** A place in the text of a page. */
export interface Match {
  readonly block: Block;
  readonly text: string;
  readonly line: number;
  /** Whether a sentence, a cell or a heading begins here, so that a capital letter is right. */
  readonly starts: boolean;
}

const sentenceStart = new RegExp(`(?:^|[.?!:]["”)]*\\s|^["“(]|${titleMark})\\s*$`);

/** Every place where an expression matches whole words of a page, line breaks counted as spaces; code is no text. */
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

/** A word as a sentence begins with it. */
export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
