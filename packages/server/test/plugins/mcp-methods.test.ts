import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { writeDocsSite } from '../support/docs-site.ts';

// The documents are parsed with the first request.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site = '';
let app: FastifyInstance;

beforeAll(async () => {
  site = await writeDocsSite();
  app = await buildApp({ siteDir: site, basePath: '/', trustProxy: false, logLevel: 'silent' });
});
afterAll(async () => {
  await app.close();
  await rm(site, { recursive: true, force: true });
});

// RFC 9110, 15.5.6: 405 lists the allowed methods in Allow.
it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  '%s gets 405 with Allow',
  async (method) => {
    const response = await app.inject({ method, url: '/mcp', headers: { host: 'localhost' } });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
  },
);
