import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIndex } from '@anedya-docs/search';
import { build } from 'esbuild';
import { npmTool } from '../npm-tool.ts';
import { builtRecords, builtSite } from './built-records.ts';
import { buildLunrIndex } from './lunr.ts';

const sources = path.resolve(import.meta.dirname, '../search-pages');
const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">' +
  '<script type="module" src="page.js"></script></html>';

export interface CandidatePage {
  readonly name: string;
  /** Path on the server; starts and ends with a slash. */
  readonly path: string;
}

const pagefindVersion = '1.6.0';

/**
 * Indexes the articles of the built site with Pagefind.
 * @returns false when Pagefind could not be installed
 */
async function writePagefind(outputPath: string): Promise<boolean> {
  // Its program is in optional packages, one per platform, which the lockfile cannot all contain.
  const binary = await npmTool({
    package: 'pagefind',
    version: pagefindVersion,
    program: 'pagefind',
  });
  if (binary === undefined) return false;
  const args = ['--site', builtSite, '--output-path', outputPath, '--root-selector', 'article'];
  const result = spawnSync(binary, args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`Pagefind did not index the site: ${result.stderr}`);
  return true;
}

/** Writes a page with the bundle of one candidate. */
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
  await writePage(at('minisearch'), 'minisearch');
  await writeFile(at('minisearch/index.json'), buildIndex(records));
  await writePage(at('lunr'), 'lunr');
  await writeFile(at('lunr/index.json'), buildLunrIndex(records));
  const pages = [
    { name: 'ours', path: '/own/' },
    { name: 'MiniSearch 7.2.0', path: '/minisearch/' },
    { name: 'Lunr 2.3.9', path: '/lunr/' },
  ];
  if (!(await writePagefind(at('pagefind/pagefind')))) return pages;
  await writePage(at('pagefind'), 'pagefind');
  return [...pages, { name: `Pagefind ${pagefindVersion}`, path: '/pagefind/' }];
}

/**
 * Writes one page per search engine into a temporary folder, without Pagefind when it cannot be installed.
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
