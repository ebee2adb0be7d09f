import type { RootContent } from 'mdast';
import type { Page } from '../page.ts';

/** Top-level nodes of the body of a page. Its tree is the last part, after the texts of the front matter. */
export function bodyOf(page: Page): readonly RootContent[] {
  return page.pieces.at(-1)?.root.children ?? [];
}

/** The text before the first heading of level 2. */
export function introOf(body: readonly RootContent[]): readonly RootContent[] {
  const end = body.findIndex((node) => node.type === 'heading' && node.depth >= 2);
  return end < 0 ? body : body.slice(0, end);
}
