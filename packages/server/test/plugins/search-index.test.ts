import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildIndex } from '@anedya-docs/search';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { corpus } from '../../../search/test/protocol/support/corpus.ts';
import { buildApp } from '../../src/app.ts';
import { writeFixtureSite } from '../support/fixture-site.ts';
import { post } from '../support/search-app.ts';

let app: FastifyInstance;
let root = '';

beforeAll(async () => {
  root = await writeFixtureSite();
  await mkdir(path.join(root, 'search'));
  await writeFile(path.join(root, 'search/index.json'), buildIndex(corpus));
  app = await buildApp({
    siteDir: root,
    basePath: '/',
    trustProxy: false,
    logLevel: 'silent',
    searchIndexName: 'own-name',
  });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

it('serves the index of the built site under the configured name', async () => {
  const response = await app.inject(post({ requests: [{ indexName: 'own-name', query: 'bind' }] }));
  expect(response.statusCode).toBe(200);
  const { results } = response.json<{ results: { hits: { url: string }[]; queryID?: string }[] }>();
  expect(results[0]?.hits.map(({ url }) => url)).toContain('/device/api/binddevice/');
  const other = await app.inject(post({ requests: [{ indexName: 'anedya-docs' }] }));
  expect(other.statusCode).toBe(404);
});

it('searches again after its index could not be read', async () => {
  const file = path.join(root, 'search/index.json');
  await rm(file);
  const late = await buildApp({
    siteDir: root,
    basePath: '/',
    trustProxy: false,
    logLevel: 'silent',
  });
  const request = post({ requests: [{ indexName: 'anedya-docs', query: 'bind' }] });
  expect((await late.inject(request)).statusCode).toBe(503);
  await writeFile(file, buildIndex(corpus));
  expect((await late.inject(request)).statusCode).toBe(200);
  await late.close();
});

it('returns a new query ID with each response that requests one', async () => {
  const request = { indexName: 'own-name', clickAnalytics: true };
  const response = await app.inject(post({ requests: [request, request] }));
  const { results } = response.json<{ results: { queryID: string }[] }>();
  const queryIds = results.map(({ queryID }) => queryID);
  expect(queryIds).toEqual(queryIds.filter((id) => /^[0-9a-f]{32}$/.test(id)));
  expect(new Set(queryIds).size).toBe(2);
});
