import path from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Root, RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';
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
import remarkConsoleLink from '../console-link';
import remarkExampleFiles from '../example-files';
import remarkGlossary from '../glossary';
import remarkLimits from '../limits';
import { Components, type Contents } from './components';

declare module 'mdast' {
  interface Data {
    /** Anchor of the block on the HTML page. */
    anchor?: string | undefined;
    /** Number of the menu of languages that the block is part of. */
    group?: number | undefined;
  }
}

/** Maximum characters of a Markdown file; a longer page is divided into several files. */
export const longestFile = 20_000;

/** Characters of `longestFile` reserved for the front matter, the title, the list of sections and longer links. */
const headerLength = 3_500;

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
  .use(remarkConsoleLink)
  .use(remarkOperationLinks)
  .use(remarkGlossary);

const writer = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', emphasis: '_', rule: '-', listItemIndent: 'one' });

const stringify = (children: RootContent[]) => writer.stringify({ type: 'root', children });

/** Converts `## Title {#anchor}`, a syntax of the framework that is not valid MDX, into an element with the anchor. */
const withAnchorElements = (source: string) =>
  source.replaceAll(/^(#{1,6} .*?)\s*\{#([\w-]+)\}$/gm, '$1 <HeadingAnchor id="$2" />');

/** Notes the anchor that each heading has on the page, and removes the elements of `withAnchorElements`. */
function noteHeadings(tree: Root): void {
  const slugger = new GithubSlugger();
  visit(tree, 'heading', (node) => {
    const last = node.children.at(-1);
    const isChosen = last?.type === 'mdxJsxTextElement' && last.name === 'HeadingAnchor';
    if (isChosen) node.children.pop();
    const end = node.children.at(-1);
    if (end?.type === 'text') end.value = end.value.trimEnd();
    const id = isChosen && last.attributes.find((part) => 'name' in part && part.name === 'id');
    const anchor = id && typeof id.value === 'string' ? id.value : slugger.slug(toString(node));
    node.data = { ...node.data, anchor };
  });
}

/** Components that need JavaScript. */
const interactive = new Set([
  'LiveValues',
  'MqttConsole',
  'RuleTester',
  'SandboxEvents',
  'SimulatedDevice',
]);

const isInteractive = (node: RootContent) =>
  node.type === 'mdxJsxFlowElement' && interactive.has(node.name ?? '');

/** Removes the sections that only introduce a component which needs JavaScript. */
function withoutInteractiveSections(nodes: RootContent[]): RootContent[] {
  return atHeadings(nodes, 6).flatMap((section) => {
    const [, ...body] = section;
    const isIntroduction = body.every((node) => node.type === 'paragraph' || isInteractive(node));
    return isIntroduction && body.some(isInteractive) ? [] : section;
  });
}

/** Where an anchor of a page is in its Markdown: the file, and the slug of the heading above it. */
interface Place {
  readonly file: string;
  readonly slug: string | undefined;
}

/** A page in Markdown, divided into files. Its links are still those of the source. */
export interface Outline {
  readonly page: Page;
  readonly parts: readonly (readonly RootContent[])[];
  readonly places: ReadonlyMap<string, Place>;
  /** Second-level headings of all files. */
  readonly sections: readonly (Place & { readonly title: string })[];
}

/** Outlines by the permalink of their page. */
export type Outlines = ReadonlyMap<string, Outline>;

const lengthOf = (nodes: readonly RootContent[]) => stringify([...nodes]).length;

/** Divides blocks at headings up to a depth, but not inside the programs of one menu of languages. */
function atHeadings(nodes: readonly RootContent[], depth: number): RootContent[][] {
  const sections: RootContent[][] = [[]];
  let group: number | undefined;
  for (const node of nodes) {
    const isInside = node.data?.group !== undefined && node.data.group === group;
    if (node.type === 'heading' && node.depth <= depth && !isInside) sections.push([]);
    sections.at(-1)?.push(node);
    group = node.data?.group;
  }
  return sections.filter((section) => section.length > 0);
}

/** Divides a table whose rows do not fit into a file. */
function dividedTable(node: RootContent, limit: number): RootContent[] {
  if (node.type !== 'table' || lengthOf([node]) <= limit) return [node];
  const [head, ...rows] = node.children;
  if (!head || rows.length < 2) return [node];
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)].flatMap((part) =>
    dividedTable({ ...node, children: [head, ...part] }, limit),
  );
}

/** Divides blocks into pieces that fit into a file: at h2, then at h3, then between blocks. */
function pieces(nodes: readonly RootContent[], limit: number, depth = 2): RootContent[][] {
  if (lengthOf(nodes) <= limit) return [[...nodes]];
  if (depth <= 3)
    return atHeadings(nodes, depth).flatMap((section) => pieces(section, limit, depth + 1));
  const blocks: RootContent[][] = [];
  for (const node of nodes) {
    const { group } = node.data ?? {};
    const last = blocks.at(-1);
    if (group !== undefined && last?.[0]?.data?.group === group) last.push(node);
    else blocks.push(...dividedTable(node, limit).map((part) => [part]));
  }
  return blocks;
}

/** Divides the blocks of a page into files. */
function filesOf(nodes: readonly RootContent[]): RootContent[][] {
  const limit = longestFile - headerLength;
  const files: RootContent[][] = [];
  for (const piece of pieces(nodes, limit)) {
    const current = files.at(-1);
    if (!current || lengthOf([...current, ...piece]) > limit) files.push(piece);
    else current.push(...piece);
  }
  return files;
}

/** Finds the anchors of a page in its files. */
function findPlaces(page: Page, parts: Outline['parts']): Pick<Outline, 'places' | 'sections'> {
  const places = new Map<string, Place>();
  const sections: (Place & { title: string })[] = [];
  for (const [index, children] of parts.entries()) {
    const file = fileName(page, index);
    const slugger = new GithubSlugger();
    // The title is the first heading of each file.
    slugger.slug(page.title + partOf(index, parts.length));
    let slug: string | undefined;
    const root: Root = { type: 'root', children: [...children] };
    visit(root, (node) => {
      if (node.type === 'heading') {
        const title = toString(node);
        slug = slugger.slug(title);
        if (node.depth === 2) sections.push({ file, slug, title });
      }
      const anchor = node.data?.anchor ?? node.data?.hProperties?.id;
      if (typeof anchor === 'string' && !places.has(anchor)) places.set(anchor, { file, slug });
    });
  }
  return { places, sections };
}

/** Resolves the target of a link to the path of a page; undefined for a link to another site. */
function permalinkOf(target: string, page: Page, site: Site): string | undefined {
  if (/^[a-z][\w+.-]*:/i.test(target)) return undefined;
  if (target === '') return page.permalink;
  if (target.endsWith('.mdx')) {
    const permalink = site.permalinkOf(path.resolve(path.dirname(page.file), target));
    if (permalink === undefined) throw new Error(`${page.permalink} links to no page: ${target}`);
    return permalink;
  }
  if (target.startsWith('/')) return site.baseUrl + target.slice(1);
  return new URL(target, `https://site${page.permalink}`).pathname;
}

/**
 * Converts a link into the absolute URL of the Markdown file that has the section: `/essentials/concepts/#device` to
 * `https://docs.anedya.io/essentials/concepts/index.md#device`. Agents pass texts on without their address.
 */
function markdownAddress(url: string, page: Page, site: Site, outlines: Outlines): string {
  const [target = '', fragment] = url.split('#');
  const permalink = permalinkOf(target, page, site);
  if (permalink === undefined) return url;
  const file = site.url + permalink.replace(/\/$/, '/index.md');
  if (fragment === undefined) return file;
  const outline = outlines.get(permalink);
  const place = outline?.places.get(decodeURIComponent(fragment));
  if (!place) return outline ? file : `${file}#${fragment}`;
  const anchor = place.slug === undefined ? '' : `#${place.slug}`;
  return `${site.url}${permalink}${place.file}${anchor}`;
}

function linkToMarkdown(tree: Root, page: Page, site: Site, outlines: Outlines): void {
  visit(tree, ['link', 'definition'], (node) => {
    if (node.type !== 'link' && node.type !== 'definition') return;
    node.url = markdownAddress(node.url, page, site, outlines);
    node.title = null;
  });
}

/** Estimates the tokens of a text: one is about four characters of English or code. */
export const tokens = (source: string) => Math.ceil(source.length / 4);

const fileName = ({ name = 'index' }: Page, index: number) =>
  index === 0 ? `${name}.md` : `${name}-part-${index + 1}.md`;

/** Which of several files a file is, for its title. */
const partOf = (index: number, count: number) =>
  count === 1 ? '' : ` (part ${index + 1} of ${count})`;

/** Front matter, title and content of one file. Front matter values are JSON, which is valid YAML. */
function withHeader(body: string, { page, parts, sections }: Outline, site: Site, index: number) {
  const count = parts.length;
  const title = page.title + partOf(index, count);
  const links = sections.map(
    ({ title: name, file, slug }) => `[${name}](${site.url}${page.permalink}${file}#${slug})`,
  );
  const list = index === 0 && count > 1 ? `Sections of this page: ${links.join(', ')}.\n\n` : '';
  const next =
    index + 1 < count
      ? `\nContinued in [part ${index + 2} of ${count}](${site.url}${page.permalink}${fileName(page, index + 1)}).\n`
      : '';
  const header = [
    '---',
    `title: ${JSON.stringify(title)}`,
    `description: ${JSON.stringify(page.description)}`,
    `url: ${site.url}${page.permalink}`,
    `markdown: ${site.url}${page.permalink}${fileName(page, index)}`,
    `index: ${site.url}${site.baseUrl}llms.txt`,
    `tokens: ${tokens(body)} # estimate`,
    '---',
  ].join('\n');
  return `${header}\n\n# ${title}\n\n${list}${body}${next}`;
}

/**
 * Reads a page as GitHub-flavored Markdown from its MDX source. Limits and example programs are resolved as on the page, and
 * components become tables, sections and lists.
 * @throws Error when a component has no Markdown form
 */
export async function readOutline(page: Page, contents: Contents): Promise<Outline> {
  const file = new VFile({ value: withAnchorElements(page.source), path: page.file });
  const tree = (await reader.run(reader.parse(file), file)) as Root;
  noteHeadings(tree);
  const children = withoutInteractiveSections(tree.children);
  const plain = new Components(contents).convert({ ...tree, children });
  const parts = filesOf(plain.children);
  return { page, parts, ...findPlaces(page, parts) };
}

/**
 * Returns the files of a page by name; `index.md` is the first.
 * @param outlines of all pages, to which the page may link
 */
export function writeOutline(
  outline: Outline,
  site: Site,
  outlines: Outlines,
): ReadonlyMap<string, string> {
  const { page, parts } = outline;
  return new Map(
    parts.map((nodes, index) => {
      const tree: Root = structuredClone({ type: 'root', children: [...nodes] });
      linkToMarkdown(tree, page, site, outlines);
      return [fileName(page, index), withHeader(stringify(tree.children), outline, site, index)];
    }),
  );
}
