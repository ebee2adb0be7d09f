import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildIndex, type SearchRecord } from '@anedya-docs/search';
import { pageRecords, withoutRepeatedRows, withPhrases } from '@anedya-docs/search/records';
import { parse } from 'yaml';

/** Path of the index below the build folder, for the server and the worker. */
const indexFile = path.join('search', 'index.json');

interface Site {
  /** Origin of the published site: the dialog expects absolute URLs. */
  readonly siteUrl: string;
  readonly basePath: string;
  /** Folder with phrases that users search for, by page or section. */
  readonly phrasesDir: string;
}

export interface Page {
  /** File below the folder of the build, such as `changelog/index.html`. */
  readonly file: string;
  readonly html: string;
}

/** Path of a page below the base path: empty for the home page. */
function pagePath(file: string): string {
  return file.replaceAll(path.sep, '/').replace(/index\.html$/, '');
}

/** Reads the YAML files of a folder, which map pages and sections to phrases. */
function readPhrases(folder: string): Map<string, string> {
  const parts = readdirSync(folder).map(
    (file) => parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>,
  );
  return new Map(parts.flatMap((part) => Object.entries(part)));
}

/** Search records of all pages, in the order of their paths. */
export function siteRecords(
  pages: readonly Page[],
  { siteUrl, basePath, phrasesDir }: Site,
): SearchRecord[] {
  const inOrder = [...pages].sort((a, b) => (a.file < b.file ? -1 : 1));
  const records = inOrder.flatMap(({ file, html }) =>
    pageRecords(html, { baseUrl: basePath, path: pagePath(file) }),
  );
  return withPhrases(withoutRepeatedRows(records), readPhrases(phrasesDir), basePath).map(
    (record) => ({
      ...record,
      url: siteUrl + record.url,
      url_without_anchor: siteUrl + record.url_without_anchor,
    }),
  );
}

/** Writes the index of the records for the server and the worker. */
export async function writeSearchIndex(
  buildDir: string,
  records: readonly SearchRecord[],
): Promise<void> {
  const file = path.join(buildDir, indexFile);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, buildIndex(records));
}
