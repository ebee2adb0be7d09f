import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiDocument } from '@anedya-docs/openapi-model';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { callData, callsFolder, mqttData, topicsFolder } from './call-data';
import { callPage, samplesFile } from './call-page';
import { apiConfigs, readApi, type Api, type ApiConfig } from './documents';
import { downloads, downloadsFolder } from './downloads';
import { indexPage, introductionPage } from './overview-pages';
import { callSamples, languageTags } from './samples';
import { callSidebar, sidebarFile } from './sidebar';
import { validatorModule } from './validators';

const fences = /^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm;

/** Operation ids with several words. A single word, such as `check` or `submitdata`, can also be a value or a topic. */
const callName = /`([a-z0-9]+(?:-[a-z0-9]+)+)`/g;

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

/** Replaces operation ids in the text of a document (`node-list`) by links with the operation's title. */
export function linkCallNames(markdown: string, config: ApiConfig, document: ApiDocument): string {
  const titles = new Map(document.operations.map(({ id, title }) => [id, title]));
  return outsideFences(markdown, (text) =>
    text.replaceAll(callName, (name, id: string) => {
      const title = titles.get(id);
      return title === undefined ? name : `[${title}](/${config.folder}/${id}/)`;
    }),
  );
}

function isUnchanged(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8') === text;
  } catch {
    return false;
  }
}

/** Makes a folder contain exactly these files. Unchanged files are not written, so that a watcher rebuilds only the rest. */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const stale of readdirSync(folder).filter((file) => !files.has(file))) {
    rmSync(path.join(folder, stale));
  }
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    if (!isUnchanged(file, text)) writeFileSync(file, text);
  }
}

function pages({ config, document }: Api): Map<string, string> {
  const linked = (markdown: string) => linkCallNames(markdown, config, document);
  return new Map([
    ['index.mdx', linked(indexPage(config, document))],
    [`${config.introduction}.mdx`, linked(introductionPage(config, document))],
    [sidebarFile, JSON.stringify(callSidebar(config, document))],
    ...document.operations.flatMap(
      (operation) =>
        [
          [`${operation.id}.mdx`, linked(callPage(config, document, operation))],
          [samplesFile(operation.id), JSON.stringify(callSamples(operation, document.mqtt))],
        ] as const,
    ),
  ]);
}

/** Data and validator for the request runner: two files per operation. */
async function calls({ config, document }: Api): Promise<Map<string, string>> {
  const files = await Promise.all(
    document.operations.map(async (operation) => [
      [`${operation.id}.json`, JSON.stringify(callData(config, document, operation))] as const,
      [`${operation.id}.js`, await validatorModule(operation)] as const,
    ]),
  );
  return new Map(files.flat());
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

/** Writes the pages of both APIs below `docs/`, and the downloads and runner data below `static/`. */
async function write(siteDir: string): Promise<void> {
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  for (const api of apis) {
    writeFolder(path.join(siteDir, 'docs', api.config.folder), pages(api));
    writeFolder(path.join(siteDir, 'static', callsFolder, api.config.name), await calls(api));
  }
  writeFolder(path.join(siteDir, 'static', callsFolder, topicsFolder), topics(apis));
  const files = new Map(apis.flatMap((api) => [...downloads(api)]));
  writeFolder(path.join(siteDir, 'static', downloadsFolder), files);
}

/**
 * Turns the OpenAPI documents into pages of the docs plugin. The pages are written while plugins are created,
 * before any of them loads its content, so that sidebars, breadcrumbs and search treat them as any other page.
 */
export default async function apiReference(context: LoadContext): Promise<Plugin> {
  await write(context.siteDir);
  return {
    name: 'api-reference',
    getPathsToWatch: () => apiConfigs.map((config) => config.file),
    loadContent: () => write(context.siteDir),
    injectHtmlTags: languageTags,
  };
}
