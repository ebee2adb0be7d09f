import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { apiConfigs, type Api } from '../api-reference/documents';
import { changesFile } from '../changelog/changes';
import { examplesFolder } from '../example-files';
import { limitTexts } from '../limits';
import { otherNamesPath } from '../named-facts/facts';

const site = path.resolve(__dirname, '../..');

/** Whether api-reference writes a page again when a document changes. */
const isGenerated = (name: string) =>
  apiConfigs.some(({ folder }) => name.startsWith(path.join(folder, path.sep)));

/** Components that show much of the documents. */
const tables = /<(?:OperationTable|OpenQuestions)\b/;

/** Name of the file with what a guide shows of the documents. */
const factsFile = (name: string) => `${name.replaceAll(path.sep, '--')}.json`;

/** Folder of {@link guideFacts}. */
export const guideFactsFolder = (siteDir: string) =>
  path.join(siteDir, '.docusaurus', 'guide-facts');

/**
 * Returns what each guide shows of the API documents, by the name of a file on which its page depends: after a change of a document,
 * only guides that show something else are compiled again.
 */
export function guideFacts(siteDir: string, apis: readonly Api[]): Map<string, string> {
  const docs = path.join(siteDir, 'docs');
  const names = readdirSync(docs, { recursive: true, encoding: 'utf8' });
  const guides = names.filter((name) => name.endsWith('.mdx') && !isGenerated(name));
  const operations = apis.map(({ document }) =>
    document.operations.map(({ id, title }) => [id, title]),
  );
  const files = guides.map((name) => {
    const page = readFileSync(path.join(docs, name), 'utf8');
    const documents = tables.test(page) ? apis.map(({ text }) => text) : [];
    const facts = JSON.stringify([limitTexts(page, apis), operations, documents]);
    return [factsFile(name), facts] as const;
  });
  return new Map(files);
}

/**
 * Returns the files that a page is derived from, in addition to its own.
 * @param file path of the page
 * @param page its MDX
 */
export function sourcesOf(file: string, page: string): string[] {
  const examples = [...page.matchAll(/\bfile="([^"]+)"/g)].map(([, name = '']) =>
    path.join(examplesFolder, name),
  );
  const name = path.relative(path.join(site, 'docs'), file);
  if (isGenerated(name)) return examples;
  return [
    path.join(guideFactsFolder(site), factsFile(name)),
    otherNamesPath,
    ...(name === 'changelog.mdx' ? [changesFile] : []),
    ...examples,
  ];
}

/** Docusaurus plugin for development: compiles a page again when a file that it is derived from changes. */
export default function pageSources() {
  const rule = {
    test: /\.mdx$/,
    include: path.join(site, 'docs'),
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
