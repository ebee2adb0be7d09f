import type { Nodes, Parents } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Page } from '../page.ts';

/**
 * Replaces a code span or a component without text. It is a letter, so that it counts as one word and can start a sentence.
 */
export const placeholder = 'ℵ';

/** Marks the start of a link or strong text, whose first word may be capitalized like a title. It has no width. */
export const titleMark = '\u2060';

/** A block of text: a paragraph, a heading, or a table cell. */
export interface Block {
  readonly kind: 'paragraph' | 'heading' | 'cell';
  /** Level of a heading of the body; 1 for a title. */
  readonly depth?: number;
  /** Plain text with {@link placeholder} for code; line breaks as in the source. */
  readonly text: string;
  /** Line of the file for a position in `text`. */
  readonly lineAt: (offset: number) => number;
}

const kinds = {
  paragraph: 'paragraph',
  heading: 'heading',
  tableCell: 'cell',
} as const;

function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

/** A code span with a line break keeps the break, so that the following lines have the right number. */
function placeholderOf(node: Nodes): string {
  return placeholder + '\n'.repeat((node.position?.end.line ?? lineOf(node)) - lineOf(node));
}

function textOf(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'break':
      return '\n';
    case 'inlineCode':
    case 'image':
    case 'html':
      return placeholderOf(node);
    // Docusaurus treats this as a colon before a word and not as a directive: `1:n`, `T1:x`.
    case 'textDirective':
      return `:${node.name}${childrenOf(node)}`;
    // An expression prints a value; a comment prints nothing.
    case 'mdxTextExpression':
      return node.value.startsWith('/*') ? '' : placeholderOf(node);
    case 'mdxJsxTextElement':
      return node.children.length > 0 ? titleMark + childrenOf(node) : placeholderOf(node);
    case 'link':
    case 'strong':
      return titleMark + childrenOf(node);
    default:
      return 'children' in node ? childrenOf(node) : '';
  }
}

function childrenOf(node: Parents): string {
  return (node.children as Nodes[]).map(textOf).join('');
}

function readBlocks(page: Page): readonly Block[] {
  const blocks: Block[] = [];
  for (const { root, kind } of page.pieces) {
    visit(root, (node) => {
      if (!(node.type in kinds)) return;
      const text = textOf(node);
      const start = lineOf(node);
      blocks.push({
        kind: kind === 'heading' ? 'heading' : kinds[node.type as keyof typeof kinds],
        ...(kind === 'heading' ? { depth: 1 } : node.type === 'heading' && { depth: node.depth }),
        text,
        lineAt: (offset) => start + text.slice(0, offset).split('\n').length - 1,
      });
    });
  }
  return blocks;
}

/** Cached, because every rule reads the blocks of a page, most of them often. */
const read = new WeakMap<Page, readonly Block[]>();

/** All text blocks of a page, in order. */
export function blocksOf(page: Page): readonly Block[] {
  const blocks = read.get(page) ?? readBlocks(page);
  read.set(page, blocks);
  return blocks;
}
