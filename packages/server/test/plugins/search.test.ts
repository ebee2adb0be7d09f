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

// The provider's client sends JSON as text/plain, and takes a 5xx as a host that cannot be reached.
it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json'])(
  'without an index, tells a client that sends %s to look for another host',
  async (type) => {
    const request = post(one({ query: 'node' }));
    const answer = await harness.app.inject({ ...request, headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.json()).toEqual(unavailable);
  },
);

it('without an index, says so in the log once', () => {
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

it('with an index it cannot read, serves the site and says that search is not available', async () => {
  const page = await broken?.inject({ url: '/guide/' });
  const answer = await broken?.inject(post(one({ query: 'node' })));
  expect(page?.statusCode).toBe(200);
  expect(answer?.statusCode).toBe(503);
  expect(answer?.json()).toEqual(unavailable);
  expect(lines.join('')).toContain('No search index');
});
