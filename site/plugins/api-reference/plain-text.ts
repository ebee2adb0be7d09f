import { toString } from 'mdast-util-to-string';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const markdown = unified().use(remarkParse);

/** Words of a Markdown text, for places that show no markup: blocks are joined by spaces, code keeps its backticks. */
export function plainText(text: string): string {
  const tree = markdown.parse(text);
  visit(tree, 'inlineCode', (node) => {
    node.value = `\`${node.value}\``;
  });
  return tree.children.map((block) => toString(block).replaceAll(/\s+/g, ' ').trim()).join(' ');
}
