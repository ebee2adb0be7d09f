import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import {
  pageRecords,
  withoutRepeatedRows,
  withPhrases,
} from '../../../packages/search/src/records/index.ts';
import type { SearchRecord } from '../../../packages/search/src/types.ts';

const siteDir = path.resolve(import.meta.dirname, '../../../site');
const buildDir = path.join(siteDir, 'build');

/** Paths of all pages in the sitemap, below the site's root: `/`, `/device/`, … */
export function sitemapPaths(): string[] {
  const sitemap = readFileSync(path.join(buildDir, 'sitemap.xml'), 'utf8');
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
}

/** HTML of a page; empty when it was not built. */
export function pageHtml(pagePath: string): string {
  const file = path.join(buildDir, pagePath, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Phrases of the site by page or section. */
function phrases(): Map<string, string> {
  const folder = path.join(siteDir, 'search-phrases');
  const parts = readdirSync(folder).map(
    (file) => parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>,
  );
  return new Map(parts.flatMap((part) => Object.entries(part)));
}

let records: readonly SearchRecord[] | undefined;

/** Records in the index of the built site, read once. */
export function siteRecords(): readonly SearchRecord[] {
  records ??= withPhrases(
    withoutRepeatedRows(
      sitemapPaths().flatMap((page) =>
        pageRecords(pageHtml(page), { baseUrl: '/', path: page.slice(1) }),
      ),
    ),
    phrases(),
    '/',
  );
  return records;
}
