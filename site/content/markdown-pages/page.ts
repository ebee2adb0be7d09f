import path from 'node:path';
import type { Root, RootContent } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { VFile } from 'vfile';
import remarkOperationLinks from '../operation-links';
import remarkChangelog from '../changelog/remark';
import remarkExampleFiles from '../example-files';
import remarkGlossary from '../glossary';
import remarkLimits from '../limits';
import { Components, type Contents } from './components';

/** Maximum characters of a Markdown file; a longer page is divided into several files. */
export const longestFile = 20_000;

/** Characters of `longestFile` reserved for the front matter, the title and the link to the next part. */
const headerLength = 1_500;

/** A page of the site and its MDX source. */
export interface Page {
  readonly title: string;
  readonly description: string;
  /** Name of its Markdown file without extension; `index` by default. */
  readonly name?: string;
  /** Path of the page with its base path and a trailing slash. */
  readonly permalink: string;
  readonly source: string;
  /** Absolute path of the source; links to files are relative to it. */
  readonly file: string;
}

/** Targets of links in pages. */
export interface Site {
  /** Origin of the site: `https://docs.anedya.io`. */
  readonly url: string;
  /** Base path of the site; starts and ends with a slash. */
  readonly baseUrl: string;
  /** Permalink of the page with this source file. */
  readonly permalinkOf: (file: string) => string | undefined;
}

const reader = unified()
  .use(remarkParse)
  .use(remarkMdx)
  .use(remarkFrontmatter)
  .use(remarkGfm)
  .use(remarkDirective)
  .use(remarkLimits)
  .use(remarkExampleFiles)
  .use(remarkChangelog)
  .use(remarkOperationLinks)
  .use(remarkGlossary);

const writer = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', emphasis: '_', rule: '-', listItemIndent: 'one' });

const stringify = (children: RootContent[]) => writer.stringify({ type: 'root', children });

/** Converts `## Title {#anchor}`, a syntax of the framework that is not valid MDX. */
const headingAnchor = /^(#{1,6} .*?)\s*\{#[\w-]+\}$/gm;

/**
 * Converts a link into the absolute URL of the Markdown: `/essentials/concepts/#device` to
 * `https://docs.anedya.io/essentials/concepts/index.md#device`. Agents pass texts on without their address.
 */
function markdownAddress(url: string, page: Page, site: Site): string {
  const [target = '', fragment] = url.split('#');
  if (target === '' || /^[a-z][\w+.-]*:/i.test(target)) return url;
  const pathOf = () => {
    if (target.endsWith('.mdx')) {
      const permalink = site.permalinkOf(path.resolve(path.dirname(page.file), target));
      if (permalink === undefined) throw new Error(`${page.permalink} links to no page: ${target}`);
      return permalink;
    }
    if (target.startsWith('/')) return site.baseUrl + target.slice(1);
    return new URL(target, `https://site${page.permalink}`).pathname;
  };
  const address = site.url + pathOf().replace(/\/$/, '/index.md');
  return fragment === undefined ? address : `${address}#${fragment}`;
}

function linkToMarkdown(tree: Root, page: Page, site: Site): void {
  visit(tree, ['link', 'definition'], (node) => {
    if (node.type !== 'link' && node.type !== 'definition') return;
    node.url = markdownAddress(node.url, page, site);
    node.title = null;
  });
}

/** A block as Markdown; a table that does not fit into a file is divided. */
function sourcesOf(node: RootContent, limit: number): string[] {
  const source = stringify([node]);
  if (node.type !== 'table' || source.length <= limit) return [source];
  const [head, ...rows] = node.children;
  if (!head || rows.length < 2) return [source];
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)].flatMap((part) =>
    sourcesOf({ ...node, children: [head, ...part] }, limit),
  );
}

/** Divides the blocks of a page into files, at headings if possible. */
function parts(nodes: readonly RootContent[]): string[] {
  const limit = longestFile - headerLength;
  const sections: string[][] = [[]];
  for (const node of nodes) {
    if (node.type === 'heading' && node.depth <= 3) sections.push([]);
    sections.at(-1)?.push(...sourcesOf(node, limit / 2));
  }
  const pieces = sections
    .filter((section) => section.length > 0)
    .flatMap((section) => {
      const source = section.join('\n');
      return source.length <= limit ? [source] : section;
    });
  const files: string[] = [];
  for (const piece of pieces) {
    const current = files.at(-1);
    if (current === undefined || current.length + piece.length > limit) files.push(piece);
    else files[files.length - 1] = `${current}\n${piece}`;
  }
  return files;
}

/** A token is about four characters of English or code. */
const tokens = (source: string) => Math.ceil(source.length / 4);

const fileName = ({ name = 'index' }: Page, index: number) =>
  index === 0 ? `${name}.md` : `${name}-part-${index + 1}.md`;

/** Front matter, title and content of one file. Front matter values are JSON, which is valid YAML. */
function withHeader(body: string, page: Page, site: Site, index: number, count: number): string {
  const part = count === 1 ? '' : ` (part ${index + 1} of ${count})`;
  const next =
    index + 1 < count
      ? `\nContinued in [part ${index + 2} of ${count}](${site.url}${page.permalink}${fileName(page, index + 1)}).\n`
      : '';
  const header = [
    '---',
    `title: ${JSON.stringify(page.title + part)}`,
    `description: ${JSON.stringify(page.description)}`,
    `url: ${site.url}${page.permalink}`,
    `markdown: ${site.url}${page.permalink}${fileName(page, index)}`,
    `index: ${site.url}${site.baseUrl}llms.txt`,
    `tokens: ${tokens(body)} # estimate`,
    '---',
  ].join('\n');
  return `${header}\n\n# ${page.title}${part}\n\n${body}${next}`;
}

/**
 * Returns a page as GitHub-flavored Markdown from its MDX source. Limits, example programs and links are resolved as on the
 * page, and components become tables, sections and lists.
 * @returns the files of the page by name; `index.md` is the first
 * @throws Error when a component has no Markdown form
 */
export async function markdownFiles(
  page: Page,
  site: Site,
  contents: Contents,
): Promise<ReadonlyMap<string, string>> {
  const file = new VFile({ value: page.source.replaceAll(headingAnchor, '$1'), path: page.file });
  const tree = (await reader.run(reader.parse(file), file)) as Root;
  const plain = new Components(contents).convert(tree);
  linkToMarkdown(plain, page, site);
  const bodies = parts(plain.children);
  return new Map(
    bodies.map((body, index) => [
      fileName(page, index),
      withHeader(body, page, site, index, bodies.length),
    ]),
  );
}
