import type { Edit } from './placeholders';

/** What substitution needs of a text node of the DOM. */
export interface TextNode {
  data: string;
}

/** Text nodes of an element, in their order. */
export function textNodesOf(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

/**
 * Texts with edits of their whole applied. An edit that spans several texts puts all it shows into the first of them,
 * as highlighting can split a placeholder.
 * @param texts parts of one text, in their order
 * @param edits of the joined text, in their order, not overlapping
 */
export function editedTexts(texts: readonly string[], edits: readonly Edit[]): string[] {
  let offset = 0;
  return texts.map((text) => {
    const start = offset;
    const end = start + text.length;
    offset = end;
    let result = '';
    let position = start;
    for (const edit of edits) {
      if (edit.end <= start || edit.start >= end) continue;
      result += text.slice(position - start, Math.max(edit.start, start) - start);
      if (edit.start >= start) result += edit.text;
      position = Math.min(edit.end, end);
    }
    return result + text.slice(position - start);
  });
}

/**
 * Makes a function that shows edits in text nodes and remembers what they held: calling it again starts from the
 * original text, and without edits it restores that. Nodes are neither added nor removed, so React keeps what it owns;
 * a node that something else has written since is taken as it is then.
 */
export function createSubstitution() {
  const written = new WeakMap<TextNode, { readonly original: string; readonly shown: string }>();
  const originalOf = (node: TextNode) => {
    const entry = written.get(node);
    return entry?.shown === node.data ? entry.original : node.data;
  };
  /**
   * @param nodes text nodes of one code element, in their order
   * @param editsOf edits of their joined original text
   */
  return (nodes: readonly TextNode[], editsOf: (source: string) => readonly Edit[]): void => {
    const originals = nodes.map(originalOf);
    const shown = editedTexts(originals, editsOf(originals.join('')));
    nodes.forEach((node, index) => {
      const original = originals[index] ?? '';
      const text = shown[index] ?? '';
      if (text === original) written.delete(node);
      else written.set(node, { original, shown: text });
      if (node.data !== text) node.data = text;
    });
  };
}
