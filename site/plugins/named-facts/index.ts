import path from 'node:path';
import type { Root } from 'mdast';
import type { VFile } from 'vfile';
import { apiConfigs, readApi, type Api } from '../api-reference/documents';
import { checkPage } from './check-page';
import { factsOf, readOtherNames, type Facts } from './facts';

const folder = path.resolve(__dirname, '../../..');
const written = apiConfigs.map((place) => `site/docs/${place.folder}/`);

/** Facts are gathered once for each state of the documents: a watcher can change them. */
let latest: { readonly apis: readonly Api[]; readonly facts: Facts } | undefined;

async function currentFacts(): Promise<Facts> {
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  const isSame = latest?.apis.every(({ text }, index) => text === apis[index]?.text);
  if (!latest || isSame !== true) latest = { apis, facts: factsOf(apis, readOtherNames()) };
  return latest.facts;
}

/**
 * Remark plugin: whatever prose names as code must be in one of the OpenAPI documents or in the list of other names;
 * bodies must fit the schemas of their calls; limits must come from the documents. Anything else stops the build, with
 * file, line and remedy of every violation of the page. Pages written from the documents are left out.
 * @param options.facts what to check against; the documents of this repository without it
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
