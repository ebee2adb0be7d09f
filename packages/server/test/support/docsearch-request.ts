import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';

const require = createRequire(import.meta.url);

/**
 * Returns the request of DocSearch's dialog, built by its own code: the object that its published bundle passes to its client.
 * @throws Error when another version builds it differently
 */
export function docSearchRequest(query: string, indexName: string): Record<string, unknown> {
  const folder = path.dirname(require.resolve('@docsearch/react/package.json'));
  const bundle = readFileSync(path.join(folder, 'dist/esm/index.js'), 'utf8');
  const literal = /search\(\{requests:\[\w+\((\{query:.+?clickAnalytics:\w+\}),\w+\)\]\}\)/.exec(
    bundle,
  );
  if (!literal?.[1]) throw new Error('DocSearch builds its request in another way than 3.9.0');
  // Names in the bundle: t is the query, o the index, J the words of a snippet, f whether insights are on.
  const names = { t: query, o: indexName, J: { current: 10 }, f: false };
  const request = runInNewContext(`JSON.stringify(${literal[1]})`, names) as string;
  return JSON.parse(request) as Record<string, unknown>;
}

/** Parameters that the theme adds for contextual search, in a site with one version and one language. */
export const contextualFilters = [
  'language:en',
  ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current'],
];
