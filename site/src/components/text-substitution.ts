/** A range of a text and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Interface of a DOM text node that substitution needs. */
interface TextNode {
  data: string;
}

/** Text nodes of an element, in order. */
export function textNodesOf(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

/**
 * Applies edits of a text to its parts. For an edit that spans several parts, the first part gets the whole replacement,
 * because highlighting can split a placeholder.
 * @param texts parts of one text, in order
 * @param edits edits of the joined text, in order, not overlapping
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
 * Creates a function that applies edits to text nodes and stores their original text. It always starts from the original
 * text; without edits, it restores that. It adds and removes no nodes, so React still controls them. A node that other code
 * has changed since counts as new.
 */
export function createSubstitution() {
  const written = new WeakMap<TextNode, { readonly original: string; readonly shown: string }>();
  const originalOf = (node: TextNode) => {
    const entry = written.get(node);
    return entry?.shown === node.data ? entry.original : node.data;
  };
  /**
   * @param nodes text nodes of one code element, in order
   * @param editsOf returns edits of their joined original text
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
