import type { Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { select, selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { objectId } from '../index-format.ts';
import { isErrorCode, levels, type Level, type RecordType, type SearchRecord } from '../types.ts';
import { blocksOf, type Block } from './blocks.ts';

/** The HTML parser of the records, for other steps of the build. */
export { fromHtml } from 'hast-util-from-html';

/** Kinds of pages, in ascending order of relevance. */
const ranks = { changelog: 0, index: 1, operation: 2, guide: 3 } as const;

/** Ranks a page: guides and introductions first, then operations, then lists of operations, then the changelog. */
function pageRank(page: Root, folder: string): number {
  if (folder === 'changelog') return ranks.changelog;
  if (select('.operations', page)) return ranks.index;
  return select('.operation', page) ? ranks.operation : ranks.guide;
}

/** Returns the first folder of a path below the base path: `device` for `/docs/device/api/`. */
function folderOf(path: string, baseUrl: string): string {
  return (path.startsWith(baseUrl) ? path.slice(baseUrl.length) : path).split('/')[0] ?? '';
}

/** Returns the breadcrumb labels, outermost first, without the link to the home page. */
function breadcrumbs(page: Root, baseUrl: string): string[] {
  return selectAll('.breadcrumbs__link', page)
    .filter((link) => link.properties.href !== baseUrl)
    .map((link) => toString(link).trim());
}

/**
 * Returns the section of a page: its outermost breadcrumb; if it has none, the top-level sidebar category with the same
 * folder, or else the active navbar item.
 */
function sectionOf(page: Root, path: string, baseUrl: string): string | null {
  const [outermost, ...others] = breadcrumbs(page, baseUrl);
  if (outermost !== undefined && others.length > 0) return outermost;
  const category = selectAll('.theme-doc-sidebar-item-category-level-1', page)
    .map((item) => select('a.menu__link--sublist', item))
    .find((link) => {
      const folder = folderOf(link?.properties.href ?? '', baseUrl);
      return folder !== '' && folder === folderOf(path, baseUrl);
    });
  const found = category ?? select('.navbar__link--active', page);
  return found ? toString(found).trim() : null;
}

/** Values that the records of a page share. */
interface PageInfo {
  readonly url: string;
  readonly section: string | null;
  readonly language: string;
  readonly docusaurus_tag: string;
  readonly version: string;
  readonly page_rank: number;
  /** Other words that users search for. */
  readonly keywords: string | null;
}

type Hierarchy = Record<Level, string | null>;

/** Values of `weight.level` in the DocSearch crawler. */
const levelWeights = [100, 90, 80, 70, 60, 50];

function levelName(level: number): Level {
  return levels[Math.min(level, levels.length - 1)] ?? 'lvl6';
}

/** Returns the hierarchy with `text` at a level and nothing below it. */
function withLevel(hierarchy: Hierarchy, level: number, text: string | null): Hierarchy {
  const entries = levels.map((name, index) => [
    name,
    index < level ? (hierarchy[name] ?? null) : null,
  ]);
  return { ...(Object.fromEntries(entries) as Hierarchy), [levelName(level)]: text };
}

/** Converts blocks to records. A heading starts a level, and text belongs to the last heading. Duplicate text is dropped. */
function toRecords(blocks: readonly Block[], info: PageInfo): SearchRecord[] {
  const { section, url: page, page_rank, keywords, ...shared } = info;
  const records: SearchRecord[] = [];
  const seen = new Set<string>();
  let hierarchy = withLevel({} as Hierarchy, 0, section);
  let depth = 0;
  let anchor: string | null = null;

  for (const block of blocks) {
    let own = hierarchy;
    let type: RecordType = 'content';
    if (block.kind === 'heading') {
      depth = block.level;
      hierarchy = withLevel(hierarchy, block.level, block.text);
      own = hierarchy;
      anchor = block.level === 1 ? null : (block.anchor ?? anchor);
      type = levelName(block.level) as RecordType;
    } else if (block.kind === 'field') {
      own = withLevel(hierarchy, depth + 1, block.name);
    }
    const at = block.kind === 'heading' ? anchor : (block.anchor ?? anchor);
    const url = at === null ? page : `${page}#${at}`;
    const key = block.kind === 'text' ? block.text : `${url} ${block.text}`;
    const objectID = objectId(url, type, block.text);
    if (seen.has(key) || seen.has(objectID)) continue;
    seen.add(key).add(objectID);
    records.push({
      objectID,
      type,
      hierarchy: own,
      content: type === 'content' ? block.text : null,
      keywords: type === 'lvl1' ? keywords : null,
      url,
      url_without_anchor: page,
      anchor: at,
      ...shared,
      weight: {
        page_rank,
        level: type === 'content' ? 0 : (levelWeights[depth - 1] ?? 0),
        position: records.length,
      },
    });
  }
  return records;
}

export interface PageAddress {
  /** Base path of the site; starts and ends with a slash. */
  readonly baseUrl: string;
  /** Path of the page below `baseUrl`, with a trailing slash; empty for the home page. */
  readonly path: string;
}

/** Returns the content of a `<meta>`; Docusaurus writes those named `docsearch:…` for crawlers. */
function meta(page: Root, name: string): string | null {
  const content = select(`meta[name="${name}"]`, page)?.properties.content;
  return typeof content === 'string' ? content : null;
}

/**
 * Returns the search records of a rendered page. A page without an article or a version, such as the search page and the
 * not-found page, has none.
 */
export function pageRecords(html: string, { baseUrl, path }: PageAddress): SearchRecord[] {
  const page = fromHtml(html);
  const article = select('article .markdown', page);
  const version = meta(page, 'docsearch:version');
  if (!article || version === null) return [];
  const relativePath = path.replace(/^\/+/, '');
  const url = `${baseUrl}${relativePath}`;
  return toRecords(blocksOf(article), {
    url,
    section: sectionOf(page, url, baseUrl),
    language: meta(page, 'docsearch:language') ?? 'en',
    docusaurus_tag: meta(page, 'docsearch:docusaurus_tag') ?? 'default',
    version,
    keywords: meta(page, 'keywords'),
    page_rank: pageRank(page, relativePath.split('/')[0] ?? ''),
  });
}

/** Phrases that users search for, separated by commas, by page or section: `/essentials/#retention`. */
export type Phrases = ReadonlyMap<string, string>;

/**
 * Adds phrases to the titles and headings of records, after those that a page has itself.
 * @param baseUrl base path of the site, with a trailing slash
 * @throws Error when a page or section with phrases does not exist
 */
export function withPhrases(
  records: readonly SearchRecord[],
  phrases: Phrases,
  baseUrl: string,
): SearchRecord[] {
  const left = new Map([...phrases].map(([target, text]) => [baseUrl + target.slice(1), text]));
  const result = records.map((record) => {
    const added = record.type === 'content' ? undefined : left.get(record.url);
    if (added === undefined) return record;
    // A page can have several titles: the first one has its URL.
    left.delete(record.url);
    return { ...record, keywords: [record.keywords ?? [], added].flat().join(', ') };
  });
  if (left.size > 0) {
    const missing = [...left.keys()].join(', ');
    throw new Error(`site/search-phrases names pages or sections that do not exist: ${missing}`);
  }
  return result;
}

/** A field on this many pages is part of the response envelope, which an introduction describes. */
const envelopePages = 5;

/** Returns the name of the field or code that a row describes: its content starts with the innermost heading. */
function rowName({ hierarchy, content }: SearchRecord): string | undefined {
  const name = levels.flatMap((level) => hierarchy[level] ?? []).at(-1);
  return name !== undefined && content?.startsWith(`${name} `) ? name : undefined;
}

/** Identifies equal rows, and on how many pages they may occur. */
interface Row {
  readonly key: string;
  readonly maxPages: number;
}

function rowOf(record: SearchRecord): Row | undefined {
  const name = rowName(record);
  if (name === undefined) return undefined;
  return isErrorCode(name)
    ? { key: name, maxPages: 1 }
    : { key: record.content ?? '', maxPages: envelopePages - 1 };
}

/**
 * Removes duplicates of error codes, and of fields that many operations describe in the same words, so that they do not
 * fill the list of hits. Keeps the record of the page with the highest rank, which is the introduction.
 */
export function withoutRepeatedRows(records: readonly SearchRecord[]): SearchRecord[] {
  const groups = new Map<string, { maxPages: number; members: SearchRecord[] }>();
  for (const record of records) {
    const row = rowOf(record);
    if (!row) continue;
    const group = groups.get(row.key) ?? { maxPages: row.maxPages, members: [] };
    group.members.push(record);
    groups.set(row.key, group);
  }
  const repeated = new Set<SearchRecord>();
  for (const { maxPages, members } of groups.values()) {
    const pages = new Set(members.map(({ url_without_anchor: page }) => page));
    if (pages.size <= maxPages) continue;
    const [best] = [...members].sort((a, b) => b.weight.page_rank - a.weight.page_rank);
    for (const record of members) if (record !== best) repeated.add(record);
  }
  return records.filter((record) => !repeated.has(record));
}
