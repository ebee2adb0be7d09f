import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument, type ApiDocument } from '@anedya-docs/openapi-model';
import type { Documents } from '../../src/core/api/operation-table.ts';

const specs = path.resolve(import.meta.dirname, '../../../../specs');

function read(api: 'platform' | 'device'): Promise<ApiDocument> {
  const file = `${api}.openapi.yaml`;
  return parseDocument(readFileSync(path.join(specs, file), 'utf8'), file);
}

let documents: Promise<Documents> | undefined;

/** Both documents of the repository, read once in a file of tests. */
export function apiDocuments(): Promise<Documents> {
  documents ??= Promise.all([read('platform'), read('device')]).then(([platform, device]) => ({
    platform,
    device,
  }));
  return documents;
}
