import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { linkCallNames } from './call-names';
import { callData, callsFolder } from './call-data';
import { callPage, samplesFile } from './call-page';
import { apiPlaces, readApi, type Api } from './documents';
import { downloads, downloadsFolder } from './downloads';
import { indexPage, introductionPage } from './overview-pages';
import { languageTags } from './sample-choice';
import { mqttData, topicsFolder } from './mqtt-data';
import { callSamples } from './sections/samples';
import { callSidebar, sidebarFile } from './sidebar';
import { writeFolder } from './write';

function pages({ place, document }: Api): Map<string, string> {
  const linked = (markdown: string) => linkCallNames(markdown, place, document);
  return new Map([
    ['index.mdx', linked(indexPage(place, document))],
    [`${place.introduction}.mdx`, linked(introductionPage(place, document))],
    [sidebarFile, JSON.stringify(callSidebar(place, document))],
    ...document.operations.flatMap(
      (operation) =>
        [
          [`${operation.id}.mdx`, linked(callPage(place, document, operation))],
          [samplesFile(operation.id), JSON.stringify(callSamples(operation, document.mqtt))],
        ] as const,
    ),
  ]);
}

/** What the request runner fetches: a file for each call. */
function calls({ place, document }: Api): Map<string, string> {
  return new Map(
    document.operations.map((operation) => [
      `${operation.id}.json`,
      JSON.stringify(callData(place, document, operation)),
    ]),
  );
}

/** What the MQTT console fetches: a file for each API with MQTT. */
function topics(apis: readonly Api[]): Map<string, string> {
  return new Map(
    apis.flatMap(({ place, document }) => {
      const data = mqttData(place, document);
      return data ? [[`${place.name}.json`, JSON.stringify(data)] as const] : [];
    }),
  );
}

/** Writes the pages of every API below `docs/`; the downloads, the calls and the topics as data below `static/`. */
async function write(siteDir: string): Promise<void> {
  const apis = await Promise.all(apiPlaces.map(({ name }) => readApi(name)));
  for (const api of apis) {
    writeFolder(path.join(siteDir, 'docs', api.place.folder), pages(api));
    writeFolder(path.join(siteDir, 'static', callsFolder, api.place.name), calls(api));
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
    getPathsToWatch: () => apiPlaces.map((place) => place.file),
    loadContent: () => write(context.siteDir),
    injectHtmlTags: languageTags,
  };
}
