import { rm } from 'node:fs/promises';
import type * as mcp from '@anedya-docs/mcp';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { sentences } from '../../src/logging.ts';
import { writeDocsSite } from '../support/docs-site.ts';

// The documents are parsed with the first request.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const mocked = vi.hoisted(() => ({ isBroken: false }));
vi.mock('@anedya-docs/mcp', async (original) => {
  const actual = await original<typeof mcp>();
  const createDocsServer: typeof mcp.createDocsServer = (deps) => {
    if (mocked.isBroken) throw new Error('a tool has no schema');
    return actual.createDocsServer(deps);
  };
  return { ...actual, createDocsServer };
});

let site = '';
let app: FastifyInstance;
let written = '';
beforeAll(async () => {
  site = await writeDocsSite();
  app = await buildApp({
    siteDir: site,
    basePath: '/',
    trustProxy: false,
    logLevel: 'warn',
    logStream: sentences({ write: (text) => (written += text) }),
  });
});
beforeEach(() => {
  written = '';
  mocked.isBroken = false;
});
afterAll(async () => {
  await app.close();
  await rm(site, { recursive: true, force: true });
});

const post = (payload: string, accept: string) =>
  app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', host: 'localhost', accept },
    payload,
  });

it.each(['null', '[]', '{', '{"jsonrpc":"2.0","id":{},"method":"ping"}', '[1]'])(
  '%s is a mistake of the client, which is not a warning',
  async (payload) => {
    for (const accept of ['application/json', 'application/json, text/event-stream']) {
      expect((await post(payload, accept)).statusCode).toBe(400);
    }
    expect(written).toBe('');
  },
);

it('logs the cause of an error of the server', async () => {
  mocked.isBroken = true;
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const { statusCode } = await post(ping, 'application/json, text/event-stream');
  expect(statusCode).toBe(500);
  expect(written).toBe('Error: MCP request failed: a tool has no schema\n');
});
