import { rm, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { useApp } from '../support/app.ts';
import { writeFixtureSite } from '../support/fixture-site.ts';
import { one, post } from '../support/search-app.ts';

const harness = useApp();
const unavailable = { message: 'Search is not available on this server', status: 503 };

// The provider's client sends JSON as text/plain, and treats a 5xx as an unreachable host.
it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json'])(
  'responds with 503 to a client that sends %s when there is no index',
  async (type) => {
    const request = post(one({ query: 'node' }));
    const response = await harness.app.inject({ ...request, headers: { 'content-type': type } });
    expect(response.statusCode).toBe(503);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.json()).toEqual(unavailable);
  },
);

it('logs a missing index once', () => {
  const warnings = harness.lines.filter((line) => line.includes('No search index'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('search/index.json');
});

let broken: FastifyInstance | undefined;
let root = '';
const lines: string[] = [];

beforeAll(async () => {
  root = await writeFixtureSite();
  await mkdir(path.join(root, 'search'));
  await writeFile(path.join(root, 'search/index.json'), '{"cut');
  broken = await buildApp({
    siteDir: root,
    basePath: '/',
    trustProxy: false,
    logLevel: 'warn',
    logStream: { write: (line) => void lines.push(line) },
  });
});
afterAll(async () => {
  await broken?.close();
  await rm(root, { recursive: true });
});

it('serves the site when the index is not readable', async () => {
  const page = await broken?.inject({ url: '/guide/' });
  const response = await broken?.inject(post(one({ query: 'node' })));
  expect(page?.statusCode).toBe(200);
  expect(response?.statusCode).toBe(503);
  expect(response?.json()).toEqual(unavailable);
  expect(lines.join('')).toContain('No search index');
});
