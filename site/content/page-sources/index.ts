import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { apiConfigs } from '../api-reference/documents';
import { downloadsFolder, openApiFile } from '../api-reference/downloads';
import { changesFile } from '../changelog/changes';
import { examplesFolder } from '../example-files';
import { otherNamesPath } from '../named-facts/facts';

const site = path.resolve(__dirname, '../..');
const docs = path.join(site, 'docs');

/** Pages that api-reference writes again when a document changes. */
const generated = apiConfigs.map(({ folder }) => path.join(docs, folder) + path.sep);

/** What the limits, links and names of all guides come from. */
const sourcesOfGuides = [
  // The copies: api-reference writes them when a document is complete and valid.
  ...apiConfigs.map((config) => path.join(site, 'static', downloadsFolder, openApiFile(config))),
  otherNamesPath,
  changesFile,
];

/**
 * Returns the files that a page is derived from, in addition to its own.
 * @param file path of the page
 * @param page its MDX
 */
export function sourcesOf(file: string, page: string): string[] {
  const examples = [...page.matchAll(/\bfile="([^"]+)"/g)].map(([, name = '']) =>
    path.join(examplesFolder, name),
  );
  return generated.some((folder) => file.startsWith(folder))
    ? examples
    : [...sourcesOfGuides, ...examples];
}

/** Docusaurus plugin for development: compiles a page again when a file that it is derived from changes. */
export default function pageSources() {
  const rule = {
    test: /\.mdx$/,
    include: docs,
    enforce: 'pre' as const,
    use: [{ loader: path.join(__dirname, 'loader.cjs'), options: { sourcesOf } }],
  };
  return {
    name: 'page-sources',
    configureWebpack: () => ({
      module: { rules: process.env.NODE_ENV === 'development' ? [rule] : [] },
    }),
  } satisfies Plugin;
}
