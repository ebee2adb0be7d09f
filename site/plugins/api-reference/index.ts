import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { callPage } from './call-page';
import { apiPlaces, readApi } from './documents';
import { indexPage, introductionPage } from './overview-pages';

/** Writes only what changed, so that the development server rebuilds only that. */
function writeIfChanged(file: string, text: string): void {
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch {
    // The page is new.
  }
  writeFileSync(file, text);
}

/** Writes the pages of every API below `docs/`, and removes pages of calls that are gone. */
function writePages(docsFolder: string): void {
  for (const { name } of apiPlaces) {
    const { place, document } = readApi(name);
    const folder = path.join(docsFolder, place.folder);
    const titles = new Map(document.operations.map(({ id, title }) => [id, title]));
    const pages = new Map([
      ['index.mdx', indexPage(place, document)],
      [`${place.introduction}.mdx`, introductionPage(place, document)],
      ...document.operations.map(
        (operation) => [`${operation.id}.mdx`, callPage(place, operation, titles)] as const,
      ),
    ]);
    mkdirSync(folder, { recursive: true });
    for (const stale of readdirSync(folder).filter((file) => !pages.has(file))) {
      rmSync(path.join(folder, stale));
    }
    for (const [file, text] of pages) writeIfChanged(path.join(folder, file), text);
  }
}

/**
 * Turns the OpenAPI documents into pages of the docs plugin. The pages are written while plugins are created,
 * before any of them loads its content, so that sidebars, breadcrumbs and search treat them as any other page.
 */
export default function apiReference(context: LoadContext): Plugin {
  const docsFolder = path.join(context.siteDir, 'docs');
  writePages(docsFolder);
  return {
    name: 'api-reference',
    getPathsToWatch: () => apiPlaces.map((place) => place.file),
    loadContent: () => writePages(docsFolder),
  };
}
