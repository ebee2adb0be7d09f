import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  codeAnchor,
  fieldAnchor,
  parseDocument,
  type ApiDocument,
  type Operation,
} from '@anedya-docs/openapi-model';
import { loadIndex, type SearchEngine } from '@anedya-docs/search';
import GithubSlugger from 'github-slugger';
import { parse } from 'yaml';

export type Api = 'platform' | 'device';

/** A page of the built site, or the code samples of an operation, as Markdown. */
export interface Page {
  /** Path of the page: `/essentials/concepts/`, or `/platform-api/node-create/samples/`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Markdown with its front matter. */
  readonly markdown: string;
}

/** An operation of either API, with its reference page. */
export interface DocumentedOperation {
  /** `platform/node-create` */
  readonly key: string;
  readonly api: Api;
  readonly operation: Operation;
  /** Undefined for an operation that only guides describe. */
  readonly page: Page | undefined;
}

/** Instructions for a task, as in the published skill files. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly markdown: string;
}

/** An anchor of a page. */
export interface Anchor {
  /** Headings above it, without the title of the page. */
  readonly headings: readonly string[];
  readonly texts: readonly string[];
}

/** The content of a built site. */
export interface Docs {
  readonly pages: ReadonlyMap<string, Page>;
  /** Long programs, which pages link to, by their path: `/examples/commands/poll.py`. */
  readonly programs: ReadonlyMap<string, string>;
  readonly operations: ReadonlyMap<string, DocumentedOperation>;
  readonly documents: Readonly<Record<Api, ApiDocument>>;
  readonly skills: readonly Skill[];
  /** Path of the site; starts and ends with a slash. Paths of pages, programs and headings are below it. */
  readonly basePath: string;
  /** Origin of the published site, with which pages and search records link to each other. */
  readonly origin: string | undefined;
  readonly engine: SearchEngine;
  /** What the search index has at each anchor, by its path: `/essentials/units/#device-api`. */
  readonly anchors: ReadonlyMap<string, Anchor>;
}

/** Returns the path of a page from its path or that of one of its files: `/device/` for `/device/index-part-2.md`. */
export const pagePath = (pathname: string): string =>
  pathname.replace(/(?:\/index)?(?:-part-\d+)?\.(?:md|html)$/, '').replace(/\/*$/, '/');

/** Returns a path below the path of the site, from one with it or without it. */
export const pathIn = ({ basePath }: Pick<Docs, 'basePath'>, pathname: string): string =>
  pathname.startsWith(basePath) ? pathname.slice(basePath.length - 1) : pathname;

/** Path of the reference pages of each API. */
const referencePaths = { platform: '/platform-api', device: '/device/api' } as const;

/** Reads a text of the front matter. */
function frontMatter(markdown: string, name: string): string {
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(markdown) ?? [];
  const value = ((parse(head) ?? {}) as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

/** Reads a Markdown file. A long one has several parts (`site/content/markdown-pages`), which are joined. */
async function readMarkdown(file: string): Promise<string> {
  const first = await readFile(file, 'utf8');
  const [, count] = /^title: .* \(part 1 of (\d+)\)"$/m.exec(first) ?? [];
  if (count === undefined) return first;
  const others = await Promise.all(
    Array.from({ length: Number(count) - 1 }, (_, index) =>
      readFile(file.replace(/\.md$/, `-part-${index + 2}.md`), 'utf8'),
    ),
  );
  // The number of tokens is that of the first part.
  const start = first.replaceAll(` (part 1 of ${count})`, '').replace(/^tokens: .*\n/m, '');
  return [start, ...others.map((text) => text.replace(/^---\n[\s\S]*?\n---\n\n# .*\n\n/, ''))]
    .map((text) => text.replace(/\nContinued in \[part .*\n$/, ''))
    .map((text) => text.replace(/^Sections of this page: .*\n\n/m, ''))
    .join('\n');
}

async function readPages(siteDir: string): Promise<Map<string, Page>> {
  const files = await readdir(siteDir, { recursive: true });
  const found = files.filter((file) => ['index.md', 'samples.md'].includes(path.basename(file)));
  const pages = new Map<string, Page>();
  for (const file of found.sort()) {
    const markdown = await readMarkdown(path.join(siteDir, file));
    const page = {
      path: pagePath(`/${file.split(path.sep).join('/')}`),
      title: frontMatter(markdown, 'title'),
      description: frontMatter(markdown, 'description'),
      markdown,
    };
    pages.set(page.path, page);
  }
  return pages;
}

/** Returns the path of the site, which the pages name in their addresses. */
function basePathOf(pages: Iterable<Page>): string {
  for (const { path: own, markdown } of pages) {
    const url = frontMatter(markdown, 'url');
    const { pathname = '' } = URL.canParse(url) ? new URL(url) : {};
    if (pathname.endsWith(own)) return `${pathname.slice(0, -own.length)}/`;
  }
  return '/';
}

/** Reads the programs that pages link to (`site/content/markdown-pages`). */
async function readPrograms(siteDir: string): Promise<Map<string, string>> {
  const folder = path.join(siteDir, 'examples');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => {
    const name = path.relative(siteDir, file).split(path.sep).join('/');
    return [`/${name}`, await readFile(file, 'utf8')] as const;
  });
  return new Map(await Promise.all(texts));
}

/** Returns the anchors, and the origin. The Markdown does not have the ids that authors chose for headings. */
function readRecords(
  { records }: SearchEngine,
  basePath: string,
): Pick<Docs, 'anchors' | 'origin'> {
  const anchors = new Map<string, Anchor>();
  for (const { url, hierarchy, content } of records) {
    const { pathname, hash } = new URL(url, 'https://docs.invalid');
    const key = pathIn({ basePath }, pathname) + hash;
    const [, , ...headings] = Object.values(hierarchy);
    anchors.set(key, {
      headings: headings.filter((text) => text !== null),
      texts: [...(anchors.get(key)?.texts ?? []), content ?? []].flat(),
    });
  }
  const absolute = records.find(({ url }) => URL.canParse(url));
  return { anchors, origin: absolute && new URL(absolute.url).origin };
}

async function readSkills(siteDir: string): Promise<Skill[]> {
  const folder = path.join(siteDir, '.well-known/agent-skills');
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const markdown = await readFile(path.join(folder, name, 'SKILL.md'), 'utf8');
      return { name, description: frontMatter(markdown, 'description'), markdown };
    }),
  );
}

async function readDocument(siteDir: string, api: Api): Promise<ApiDocument> {
  const file = `specs/${api}.openapi.json`;
  return parseDocument(await readFile(path.join(siteDir, file), 'utf8'), file, { isChecked: true });
}

const readEngine = async (siteDir: string): Promise<SearchEngine> =>
  loadIndex(await readFile(path.join(siteDir, 'search/index.json'), 'utf8'));

/**
 * Reads the content of a built site. Long steps are in separate turns of the event loop, so that a server responds in between.
 * @param siteDir absolute path of the build
 * @param engine of the site, if it is loaded
 * @throws Error when a part of the build is missing
 */
export async function readDocs(siteDir: string, engine?: SearchEngine): Promise<Docs> {
  const pages = await readPages(siteDir);
  const programs = await readPrograms(siteDir);
  const skills = await readSkills(siteDir);
  const documents = {
    platform: await readDocument(siteDir, 'platform'),
    device: await readDocument(siteDir, 'device'),
  };
  await nextTurn();
  const operations = (['platform', 'device'] as const).flatMap((api) =>
    documents[api].allOperations.map((operation): DocumentedOperation => {
      const page = pages.get(`${referencePaths[api]}/${operation.id}/`);
      return { key: `${api}/${operation.id}`, api, operation, page };
    }),
  );
  await nextTurn();
  const loaded = engine ?? (await readEngine(siteDir));
  const basePath = basePathOf(pages.values());
  return {
    basePath,
    pages,
    programs,
    skills,
    documents,
    operations: new Map(operations.map((entry) => [entry.key, entry])),
    engine: loaded,
    ...readRecords(loaded, basePath),
  };
}

/** A problem that the agent can fix, with its next step. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** Returns the slug of a heading, as in the anchors of the pages. */
const slug = (heading: string) => new GithubSlugger().slug(heading.trim());

/** Splits Markdown at its headings, ignoring lines in code fences. The first part has no heading. */
function sections(
  markdown: string,
): { readonly heading: string; readonly level: number; readonly text: string }[] {
  const parts = [{ heading: '', level: 0, text: '' }];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const [, marker = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (marker !== '' && (fence === '' || line.trim() === fence))
      fence = fence === '' ? marker : '';
    const [, marks = '', heading = ''] =
      (fence === '' ? /^(#{1,4}) (.+)$/.exec(line) : undefined) ?? [];
    if (marks !== '') parts.push({ heading, level: marks.length, text: '' });
    const last = parts.at(-1);
    if (last) last.text += `${line}\n`;
  }
  return parts;
}

/** Returns a section of Markdown with its subsections, by its heading or the heading's slug. */
function findSection(markdown: string, name: string): string | undefined {
  const all = sections(markdown);
  const wanted = slug(name.replace(/^#/, ''));
  const start = all.findIndex(({ heading }) => heading !== '' && slug(heading) === wanted);
  const from = all[start];
  if (!from) return undefined;
  const rest = all.slice(start + 1);
  const end = rest.findIndex(({ level }) => level <= from.level);
  return [from, ...rest.slice(0, end === -1 ? rest.length : end)].map(({ text }) => text).join('');
}

/**
 * Returns what a page says about a field with the fields inside it, or about a code, by the anchor of its HTML:
 * `request-policy.allow`, `response-data`, `code-data-variablenotfound`.
 */
export function findFact(markdown: string, anchor: string): string | undefined {
  const lines = markdown.split('\n');
  const parts = { request: 'Request body', response: 'Response', failure: 'Errors' };
  const part = Object.entries(parts).find(([name]) => anchor.startsWith(`${name}-`));
  if (!part)
    return lines.find((line) => codeAnchor(/^- `([^`]+)`:/.exec(line)?.[1] ?? '') === anchor);
  const [name, heading] = part;
  const rows = (findSection(markdown, heading) ?? '')
    .split('\n')
    .filter((row) => row.startsWith('| `'));
  const found = rows.filter((row) => {
    const own = fieldAnchor(name, /`([^`]+)`/.exec(row)?.[1] ?? '');
    return own === anchor || own.startsWith(`${anchor}.`);
  });
  return found.length > 0 ? `## ${heading}\n\n${found.join('\n')}\n` : undefined;
}

/**
 * Returns the section, field or code of a page with an anchor, or else the section that contains it. Of a section that the
 * Markdown does not have, such as a simulation, it returns the texts in the search index.
 */
export function findPart({ anchors }: Docs, page: Page, name: string): string | undefined {
  const { path: pathname, markdown } = page;
  const anchor = name.replace(/^#/, '');
  const found = findSection(markdown, anchor) ?? findFact(markdown, anchor);
  const known = anchors.get(`${pathname}#${anchor}`);
  if (found !== undefined || !known) return found;
  const { headings, texts } = known;
  const part = headings.reduce((text, heading) => findSection(text, heading) ?? text, markdown);
  if (headings.length === 0 || part !== markdown) return part;
  return `## ${headings.at(-1)}\n\n${texts.join('\n\n')}\n\nThe rest of this section is interactive, in a browser only.\n`;
}

/** The same as `findSection`. @throws ToolError with the headings that exist */
export function sectionOf(markdown: string, name: string): string {
  const section = findSection(markdown, name);
  if (section !== undefined) return section;
  const headings = sections(markdown).filter(({ level }) => level > 1);
  const names = headings.map(({ heading }) => `"${heading}"`).join(', ');
  throw new ToolError(`The page has no section "${name}". Sections: ${names}.`);
}
