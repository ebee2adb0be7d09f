import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SearchRecord } from '@anedya-docs/search';
import { siteRecords } from '../../../site/delivery/search-index.ts';

export const builtSite = path.resolve(import.meta.dirname, '../../../site/build');

/** Search records of the built site; their URLs start at the root, like those of the query set. */
export async function builtRecords(): Promise<SearchRecord[]> {
  const files = await readdir(builtSite, { recursive: true });
  const pages = await Promise.all(
    files
      .filter((file) => file.endsWith('.html'))
      .map(async (file) => ({ file, html: await readFile(path.join(builtSite, file), 'utf8') })),
  );
  return siteRecords(pages, {
    siteUrl: '',
    basePath: '/',
    phrasesDir: path.resolve(builtSite, '../search-phrases'),
  });
}
