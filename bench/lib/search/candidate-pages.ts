import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIndex } from '@anedya-docs/search';
import { build } from 'esbuild';
import { builtRecords } from './built-records.ts';
import { buildLunrIndex } from './lunr-index.ts';
import { version, writePagefind } from './pagefind.ts';

const sources = path.resolve(import.meta.dirname, '../search-pages');
const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">' +
  '<script type="module" src="page.js"></script></html>';

export interface CandidatePage {
  readonly name: string;
  /** Path on the server, with a slash at both ends. */
  readonly path: string;
}

/** A page with the bundle of one candidate's source. */
async function writePage(folder: string, source: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'index.html'), html);
  await build({
    entryPoints: [path.join(sources, `${source}.ts`)],
    outfile: path.join(folder, 'page.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
  });
}

/** @returns the pages that could be written, ours first */
async function writePages(folder: string): Promise<CandidatePage[]> {
  const at = (...names: string[]) => path.join(folder, ...names);
  const records = await builtRecords();
  await writePage(at('own'), 'own');
  await writeFile(at('own/index.json'), buildIndex(records));
  await writePage(at('lunr'), 'lunr');
  await writeFile(at('lunr/index.json'), buildLunrIndex(records));
  const pages = [
    { name: 'ours', path: '/own/' },
    { name: 'Lunr 2.3.9', path: '/lunr/' },
  ];
  if (!(await writePagefind(at('pagefind/pagefind')))) return pages;
  await writePage(at('pagefind'), 'pagefind');
  return [...pages, { name: `Pagefind ${version}`, path: '/pagefind/' }];
}

/**
 * Writes one page for each search into a temporary folder. Pagefind's is left out when it cannot be installed.
 * @returns the folder, its pages, and a function that removes it
 */
export async function writeCandidatePages() {
  const folder = await mkdtemp(path.join(tmpdir(), 'docs-search-bench-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return { folder, pages: await writePages(folder), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
