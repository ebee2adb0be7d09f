import { visit } from 'unist-util-visit';
import type { Page } from '../page.ts';

/** A fenced block of code. */
export interface Fence {
  readonly lang: string | undefined;
  readonly meta: string;
  readonly value: string;
  /** Line of the opening fence. */
  readonly line: number;
}

/** All fences of a page, in order. */
export function fencesOf(page: Page): Fence[] {
  const fences: Fence[] = [];
  for (const { root } of page.pieces) {
    visit(root, 'code', ({ lang, meta, value, position }) => {
      fences.push({
        lang: lang ?? undefined,
        meta: meta ?? '',
        value,
        line: position?.start.line ?? 1,
      });
    });
  }
  return fences;
}
