import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiDocument } from '@anedya-docs/openapi-model';
import type { LoadContext, Plugin } from '@docusaurus/types';
import {
  operationData,
  operationsFolder,
  mqttData,
  topicsFolder,
  validatorModule,
} from './operation-data';
import { operationPage, programsFolder, samplesFile } from './operation-page';
import { readChanges } from '../changelog/changes';
import { guideFacts, guideFactsFolder } from '../page-sources';
import { clientsFolder } from './clients';
import {
  apiConfigs,
  readApi,
  settled,
  watchedDocuments,
  type Api,
  type ApiConfig,
} from './documents';
import { downloads, downloadsFolder, sandboxDocuments, sandboxFolder } from './downloads';
import { indexPage, introductionPage } from './overview-pages';
import { operationSamples, languageTags } from './samples';
import { operationSidebar, sidebarFile } from './sidebar';

const fences = /^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm;

/** Operation ids with several words. A single word, such as `check` or `submitdata`, can also be a value or a topic. */
const operationName = /`([a-z0-9]+(?:-[a-z0-9]+)+)`/g;

/** Applies a change to the text outside fenced blocks. */
function outsideFences(markdown: string, change: (text: string) => string): string {
  let end = 0;
  let result = '';
  for (const fence of markdown.matchAll(fences)) {
    result += change(markdown.slice(end, fence.index)) + fence[0];
    end = fence.index + fence[0].length;
  }
  return result + change(markdown.slice(end));
}

/** Replaces operation ids in the text of a document (`node-list`) with links whose text is the title of the operation. */
export function linkOperationNames(
  markdown: string,
  config: ApiConfig,
  document: ApiDocument,
): string {
  const titles = new Map(document.operations.map(({ id, title }) => [id, title]));
  return outsideFences(markdown, (text) =>
    text.replaceAll(operationName, (name, id: string) => {
      const title = titles.get(id);
      return title === undefined ? name : `[${title}](/${config.folder}/${id}/)`;
    }),
  );
}

function isUnchanged(file: string, content: string | Uint8Array): boolean {
  try {
    return readFileSync(file).equals(Buffer.from(content as string));
  } catch {
    return false;
  }
}

/** Makes a folder contain exactly these files. Writes only changed files, so that a watcher rebuilds only their pages. */
export function writeFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && !files.has(entry.name)) rmSync(path.join(folder, entry.name));
  }
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    if (!isUnchanged(file, text)) writeFileSync(file, text);
  }
}

function pages({ config, document }: Api): Map<string, string> {
  const linked = (markdown: string) => linkOperationNames(markdown, config, document);
  return new Map([
    ['index.mdx', linked(indexPage(config, document))],
    [`${config.introduction}.mdx`, linked(introductionPage(config, document))],
    [sidebarFile, JSON.stringify(operationSidebar(config, document))],
    ...document.operations.flatMap(
      (operation) =>
        [
          [`${operation.id}.mdx`, linked(operationPage(config, document, operation))],
          [samplesFile(operation.id), JSON.stringify(operationSamples(operation, document.mqtt))],
        ] as const,
    ),
  ]);
}

/** A file with data for each operation, also for those that only guides use, and the validators of the request runner. */
async function requests({ config, document }: Api): Promise<Map<string, string>> {
  const validators = await Promise.all(
    document.operations.map(
      async (operation) => [`${operation.id}.js`, await validatorModule(operation)] as const,
    ),
  );
  const data = document.allOperations.map(
    (operation) =>
      [`${operation.id}.json`, JSON.stringify(operationData(config, document, operation))] as const,
  );
  return new Map([...validators, ...data]);
}

/** Data for the MQTT console: one file per API with MQTT. */
function topics(apis: readonly Api[]): Map<string, string> {
  return new Map(
    apis.flatMap(({ config, document }) => {
      const data = mqttData(config, document);
      return data ? [[`${config.name}.json`, JSON.stringify(data)] as const] : [];
    }),
  );
}

/**
 * Downloads of all APIs. Their reference time is the latest change of the documentation: with the current time, readers would be
 * offered an update of their offline copy after every build.
 * @param specs URL of the folder, with a trailing slash
 */
export function allDownloads(apis: readonly Api[], specs: string): Map<string, string> {
  const now = Math.max(...readChanges().documentation.map(({ date }) => Date.parse(date)));
  return new Map(apis.flatMap((api) => [...downloads(api, { specs, now })]));
}

/**
 * Writes the pages of both APIs below `docs/`, and the downloads and runner data below `static/`.
 * @param written the document of each API whose runner data is there; it is kept up to date
 */
async function write(
  { siteDir, siteConfig }: LoadContext,
  written: Map<string, ApiDocument>,
): Promise<void> {
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  const changed = apis.filter(({ config, document }) => written.get(config.name) !== document);
  const data = await Promise.all(changed.map(async (api) => [api, await requests(api)] as const));
  const specs = `${siteConfig.url}${siteConfig.baseUrl}${downloadsFolder}/`;
  const { sandboxUrl } = siteConfig.customFields as { readonly sandboxUrl: string };
  // Without a server, the sandbox runs in the page and has no address.
  const url = sandboxUrl === '' ? undefined : new URL(sandboxUrl, siteConfig.url).href;
  const copies = apis.flatMap((api) => (url === undefined ? [] : [...sandboxDocuments(api, url)]));
  const inStatic = (...folders: readonly string[]) => path.join(siteDir, 'static', ...folders);
  const folders: readonly (readonly [string, ReadonlyMap<string, string | Uint8Array>])[] = [
    [inStatic(operationsFolder, topicsFolder), topics(apis)],
    [inStatic(downloadsFolder), allDownloads(apis, specs)],
    [inStatic(downloadsFolder, sandboxFolder), new Map(copies)],
    ...data.map(([api, files]) => [inStatic(operationsFolder, api.config.name), files] as const),
    ...apis.map((api) => [path.join(siteDir, 'docs', api.config.folder), pages(api)] as const),
    [guideFactsFolder(siteDir), guideFacts(siteDir, apis)],
  ];
  // Without a pause: files that change while the development server compiles the first ones need a second pass.
  for (const [folder, files] of folders) writeFolder(folder, files);
  for (const { config, document } of changed) written.set(config.name, document);
}

/**
 * Generates pages for the docs plugin from the OpenAPI documents. The pages are written while plugins are created, before
 * any plugin loads its content, so sidebars, breadcrumbs and search treat them like other pages.
 */
export default async function apiReference(context: LoadContext): Promise<Plugin> {
  const written = new Map<string, ApiDocument>();
  await write(context, written);
  /** One at a time, so that an older version never replaces a newer one. */
  let writing = Promise.resolve();
  const writeAgain = async () => {
    await Promise.all(apiConfigs.map(settled));
    await write(context, written);
  };
  return {
    name: 'api-reference',
    getPathsToWatch: () => [watchedDocuments, clientsFolder, programsFolder],
    loadContent: () => (writing = writing.catch(() => undefined).then(writeAgain)),
    injectHtmlTags: languageTags,
  };
}
