import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { requestBodiesFile, requestBodyTypes } from '../../../generate/request-bodies.ts';
import { apiDocuments } from '../../support/api-documents.ts';

it('the types of request bodies match the documents: if not, run "npm run generate"', async () => {
  const documents = await apiDocuments();
  expect(await readFile(requestBodiesFile, 'utf8')).toBe(await requestBodyTypes(documents));
});

it('a new optional field of a request is in the types', async () => {
  const { platform, device } = await apiDocuments();
  const operations = platform.allOperations.map((operation) => {
    if (operation.id !== 'node-delete') return operation;
    const { schema } = operation.request;
    const properties = { ...schema.properties, reason: { type: 'string' } } as const;
    return { ...operation, request: { ...operation.request, schema: { ...schema, properties } } };
  });
  const types = await requestBodyTypes({
    platform: { ...platform, allOperations: operations },
    device,
  });
  expect(types).toMatch(/'platform\/node-delete': \{[^}]*readonly reason\?: string;/);
});
