import path from 'node:path';
import type { Root } from 'mdast';
import type { VFile } from 'vfile';
import { apiConfigs, readApi, type Api } from '../api-reference/documents';
import { checkPage } from './check-page';
import { factsOf, readOtherNames, type Facts } from './facts';

const folder = path.resolve(__dirname, '../../..');
const written = apiConfigs.map((place) => `site/docs/${place.folder}/`);

/** Facts are collected once per state of the documents, which a watcher can change. */
let latest: { readonly apis: readonly Api[]; readonly facts: Facts } | undefined;

async function currentFacts(): Promise<Facts> {
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  const isSame = latest?.apis.every(({ text }, index) => text === apis[index]?.text);
  if (!latest || isSame !== true) latest = { apis, facts: factsOf(apis, readOtherNames()) };
  return latest.facts;
}

/**
 * Remark plugin: all inline code in guides must be in an OpenAPI document or in the list of other names, bodies must match
 * the schemas of their operations, and limits must come from the documents. Otherwise the build fails with the file, line
 * and fix of every violation on the page. Pages generated from the documents are not checked.
 * @param options.facts facts to check against; those of this repository by default
 */
export default function remarkNamedFacts(options: { readonly facts?: Facts } = {}) {
  return async (tree: Root, file: VFile): Promise<void> => {
    const name = path.relative(folder, path.resolve(folder, file.path)).replaceAll('\\', '/');
    if (written.some((start) => name.startsWith(start))) return;
    const violations = checkPage(options.facts ?? (await currentFacts()), tree);
    const [first] = violations;
    if (!first) return;
    const lines = violations.map(({ line, message }) => `${name}:${line}: ${message}`);
    file.fail(lines.join('\n'), { line: first.line, column: 1 });
  };
}
