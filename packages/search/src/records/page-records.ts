import type { Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { select } from 'hast-util-select';
import type { SearchRecord } from '../types.ts';
import { blocksOf } from './blocks.ts';
import { pageRank } from './page-rank.ts';
import { sectionOf } from './section.ts';
import { toRecords } from './to-records.ts';

export interface PageAddress {
  /** Path the site lives below, with a slash at both ends. */
  readonly baseUrl: string;
  /** Path of the page below `baseUrl`, with a slash at its end; empty for the home page. */
  readonly path: string;
}

/** Content of a `<meta>`; those named `docsearch:…` are what Docusaurus writes for crawlers. */
function meta(page: Root, name: string): string | null {
  const content = select(`meta[name="${name}"]`, page)?.properties.content;
  return typeof content === 'string' ? content : null;
}

/**
 * Everything that can be found on one rendered page. A page without an article or without a version, such as the search
 * page and the not-found page, has nothing.
 */
export function pageRecords(html: string, { baseUrl, path }: PageAddress): SearchRecord[] {
  const page = fromHtml(html);
  const article = select('article .markdown', page);
  const version = meta(page, 'docsearch:version');
  if (!article || version === null) return [];
  const below = path.replace(/^\/+/, '');
  const url = `${baseUrl}${below}`;
  return toRecords(blocksOf(article), {
    url,
    section: sectionOf(page, url, baseUrl),
    language: meta(page, 'docsearch:language') ?? 'en',
    docusaurus_tag: meta(page, 'docsearch:docusaurus_tag') ?? 'default',
    version,
    keywords: meta(page, 'keywords'),
    page_rank: pageRank(page, below.split('/')[0] ?? ''),
  });
}
