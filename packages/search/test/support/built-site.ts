import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pageRecords, withoutRepeatedRows } from '../../src/records/index.ts';
import type { SearchRecord } from '../../src/types.ts';

const buildDir = path.resolve(import.meta.dirname, '../../../../site/build');

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

let records: readonly SearchRecord[] | undefined;

/** Records of the built site as its index holds them, read once. */
export function siteRecords(): readonly SearchRecord[] {
  records ??= withoutRepeatedRows(
    sitemapPaths().flatMap((page) =>
      pageRecords(pageHtml(page), { baseUrl: '/', path: page.slice(1) }),
    ),
  );
  return records;
}
