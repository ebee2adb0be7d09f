import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseDocument } from '../../../openapi-model/src/index.ts';
import { readApiAccess } from '../../src/proxy/api-access.ts';
import { deviceDocument, platformDocument } from './support/api-documents.ts';

const specs = path.resolve(import.meta.dirname, '../../../../specs');

// The fixture of the tests must not drift from what the site's build puts up for download.
it.each([
  ['platform.openapi.yaml', platformDocument],
  ['device.openapi.yaml', deviceDocument],
])('of %s the proxy reads what its tests work with', async (file, fixture) => {
  const document = await parseDocument(readFileSync(path.join(specs, file), 'utf8'), file);
  expect(readApiAccess(document.raw)).toEqual(readApiAccess(fixture));
});
