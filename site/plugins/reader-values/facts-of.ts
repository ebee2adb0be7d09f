import { flattenFields, schemaFields, type ApiDocument } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import type { exampleKinds } from '../../src/values/example-kinds';
import type { Facts } from '../../src/values/facts';

const distinct = (texts: readonly string[]) => [...new Set(texts)];

/** Examples of one kind of id in the requests of the documents (`x-value`). */
function examplesOf(documents: readonly ApiDocument[], kind: keyof typeof exampleKinds): string[] {
  const examples = documents
    .flatMap(({ operations }) => operations)
    .flatMap(({ request }) => flattenFields(schemaFields(request.schema)))
    .map(({ schema }) => mergeSchema(schema.items ?? schema))
    .filter((schema) => schema['x-value'] === kind)
    .flatMap((schema) => schema.examples ?? []);
  if (examples.length === 0) throw new Error(`no request has an example with "x-value: ${kind}"`);
  return distinct(examples.map(String));
}

/**
 * What the documents say about the places of a reader's values.
 * @throws Error when no document has regions, topics or an example of such an id
 */
export function factsOf(documents: readonly ApiDocument[]): Facts {
  const regions = documents
    .flatMap(({ servers }) => servers)
    .flatMap(({ variables }) => variables)
    .filter(({ name }) => name === 'region');
  const [first] = regions;
  const topicPrefix = documents.map(({ mqtt }) => mqtt?.topicPrefix).find(Boolean);
  if (!first) throw new Error('no server of the API documents has a variable "region"');
  if (topicPrefix === undefined) throw new Error('no API document has "x-mqtt"');
  return {
    regions: distinct(regions.flatMap((region) => region.enum)),
    defaultRegion: first.default,
    topicPrefix,
    examples: {
      nodeId: examplesOf(documents, 'node id'),
      deviceId: examplesOf(documents, 'device id'),
      tokenId: examplesOf(documents, 'token id'),
    },
  };
}
