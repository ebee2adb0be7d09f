import type { Root } from 'mdast';
import type {} from 'mdast-util-directive';
import type {} from 'mdast-util-mdx';
import remarkDirective from 'remark-directive';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const markdown = unified().use(remarkParse).use(remarkGfm).freeze();
const mdx = unified()
  .use(remarkParse)
  .use(remarkMdx)
  .use(remarkGfm)
  .use(remarkFrontmatter)
  .use(remarkDirective)
  .freeze();

/** Parses a page like Docusaurus. */
export function parseMdx(source: string): Root {
  // The anchor of a heading is `{#anchor}`, which MDX would parse as an expression.
  return mdx.parse(source.replaceAll(/^(#{1,6} .*?) *\{#[\w-]+\}$/gm, '$1'));
}

/** Parses a text that starts at `line` of its file. With `folded`, the whole text is attributed to that line. */
export function parseMarkdown(text: string, line: number, folded = false): Root {
  const root = markdown.parse(text);
  visit(root, (node) => {
    if (!node.position) return;
    const { start, end } = node.position;
    end.line = folded ? line : end.line + line - 1;
    start.line = folded ? line : start.line + line - 1;
  });
  return root;
}
