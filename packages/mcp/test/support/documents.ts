import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDocument, type ApiDocument } from '@anedya-docs/openapi-model';
import { buildIndex, loadIndex, type SearchRecord } from '@anedya-docs/search';
import type { Docs } from '../../src/docs.ts';

const specs = path.resolve(import.meta.dirname, '../../../../specs');

async function readDocument(api: string): Promise<ApiDocument> {
  const file = path.join(specs, `${api}.openapi.yaml`);
  return parseDocument(await readFile(file, 'utf8'), file);
}

/** Returns the operations of both APIs, as of a site without pages. */
export async function docsOfDocuments(records: readonly SearchRecord[] = []): Promise<Docs> {
  const documents = {
    platform: await readDocument('platform'),
    device: await readDocument('device'),
  };
  const operations = (['platform', 'device'] as const).flatMap((api) =>
    documents[api].allOperations.map((operation) => {
      const key = `${api}/${operation.id}`;
      return [key, { key, api, operation, page: undefined }] as const;
    }),
  );
  return {
    basePath: '/',
    documents,
    operations: new Map(operations),
    pages: new Map(),
    programs: new Map(),
    skills: [],
    origin: undefined,
    engine: loadIndex(buildIndex(records)),
    anchors: new Map(),
  };
}
