import {
  flattenFields,
  schemaFields,
  type ApiDocument,
  type ValueKind,
} from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import type { Plugin } from '@docusaurus/types';
import { serverChoices } from '../../src/requests/servers';
import { pageKinds, type PageKind } from '../../src/requests/example-kinds';
import type { Facts } from '../../src/contracts/reader-facts';
import { readApi, watchedDocuments } from '../api-reference/documents';

const distinct = (texts: readonly string[]) => [...new Set(texts)];

/** Examples for some kinds of ids in the requests of the documents (`x-value`). */
function examplesOf(documents: readonly ApiDocument[], kinds: readonly ValueKind[]): string[] {
  const examples = documents
    .flatMap(({ operations }) => operations)
    .flatMap(({ request }) => flattenFields(schemaFields(request.schema)))
    .map(({ schema }) => mergeSchema(schema.items ?? schema))
    .filter(({ 'x-value': kind }) => kind !== undefined && kinds.includes(kind))
    .flatMap((schema) => schema.examples ?? []);
  if (examples.length === 0)
    throw new Error(`no request has an example with "x-value: ${kinds.join(' or ')}"`);
  return distinct(examples.map(String));
}

type Documents = Readonly<Record<'platform' | 'device', ApiDocument>>;

/**
 * Collects facts from the documents that are needed to insert a reader's values.
 * @throws Error when no document has regions, topics or an example of such an id
 */
export function factsOf({ platform, device }: Documents): Facts {
  const documents = [platform, device];
  const regions = documents
    .flatMap(({ servers }) => servers)
    .flatMap(({ variables }) => variables)
    .filter(({ name }) => name === 'region');
  const [first] = regions;
  const mqtt = documents.map((document) => document.mqtt).find(Boolean);
  if (!first) throw new Error('no server of the API documents has a variable "region"');
  if (!mqtt) throw new Error('no API document has "x-mqtt"');
  return {
    regions: distinct(regions.flatMap((region) => region.enum)),
    defaultRegion: first.default,
    topicPrefix: mqtt.topicPrefix,
    broker: mqtt.host,
    brokerPort: mqtt.ports.tls,
    servers: {
      platform: serverChoices(platform.servers).map(({ url }) => url),
      device: serverChoices(device.servers).map(({ url }) => url),
    },
    examples: Object.fromEntries(
      Object.entries(pageKinds).map(([kind, kinds]) => [kind, examplesOf(documents, kinds)]),
    ) as Record<PageKind, string[]>,
  };
}

/**
 * Docusaurus plugin: writes the regions, topics and example ids of the API documents for the code that inserts a reader's
 * values. They are a separate data file, which loads only for readers who use such values.
 */
export default function readerValues(): Plugin {
  return {
    name: 'reader-values',
    getPathsToWatch: () => [watchedDocuments],
    contentLoaded: async ({ actions }) => {
      const [platform, device] = await Promise.all([readApi('platform'), readApi('device')]);
      const facts = factsOf({ platform: platform.document, device: device.document });
      await actions.createData('facts.json', facts);
    },
  };
}
