import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { acceptedTypes } from '../../src/plugins/mcp-accept.ts';
import { writeDocsSite } from '../support/docs-site.ts';
import { anyLoad } from '../support/in-process-sandbox.ts';

// The documents are parsed with the first request.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site = '';
let app: FastifyInstance;

beforeAll(async () => {
  site = await writeDocsSite();
  app = await buildApp({
    siteDir: site,
    basePath: '/',
    trustProxy: false,
    logLevel: 'silent',
    pressure: anyLoad,
  });
});
afterAll(async () => {
  await app.close();
  await rm(site, { recursive: true, force: true });
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const modern = {
  ...list,
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

const post = (accept: string | undefined, payload: object = list, url = '/mcp', more = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      host: 'localhost',
      ...(accept !== undefined && { accept }),
      ...more,
    },
    payload: JSON.stringify(payload),
  });

describe('Accept', () => {
  it.each([undefined, '*/*', 'application/json', 'application/*;q=0.5', 'Application/JSON'])(
    '%s gets JSON',
    async (accept) => {
      const response = await post(accept);
      expect(response.statusCode, response.body).toBe(200);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.json<{ result: { tools: object[] } }>().result.tools).not.toHaveLength(0);
      const { statusCode } = await post(accept, modern, '/mcp', modernHeaders);
      expect(statusCode).toBe(200);
    },
  );

  it('gets a stream if it names its type', async () => {
    for (const accept of ['application/json, text/event-stream', 'text/event-stream']) {
      const { headers } = await post(accept);
      expect(headers['content-type']).toMatch(/^text\/event-stream/);
    }
    const { headers } = await post('text/event-stream', modern, '/mcp', modernHeaders);
    expect(headers['content-type']).toMatch(/^text\/event-stream/);
  });

  it('without either type gets 406 that says which to name', async () => {
    const response = await post('text/html');
    expect(response.statusCode).toBe(406);
    expect(response.body).toContain('application/json or text/event-stream');
  });

  it.each([
    ['*/*;q=0', { json: false, stream: false }],
    ['application/json;q=0, */*', { json: false, stream: false }],
    ['*/*, text/event-stream;q=0.0', { json: true, stream: false }],
    ['text/event-stream ; q=0.3', { json: false, stream: true }],
  ])('%s is read by its most specific range', (header, expected) => {
    expect(acceptedTypes(header)).toEqual(expected);
  });
});

it('responds to a batch as one array', async () => {
  const { statusCode, body } = await post('*/*', [list, { ...list, id: 2 }]);
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toMatchObject([{ id: 1 }, { id: 2 }]);
});

it.each([undefined, 'application/json, text/event-stream'])(
  'acknowledges a notification without a body (%s)',
  async (accept) => {
    const { statusCode, body, headers } = await post(accept, {
      jsonrpc: '2.0',
      method: 'notifications/initialized',
    });
    expect([statusCode, body, headers['content-type']]).toEqual([202, '', undefined]);
  },
);

it('serves the path with a slash', async () => {
  expect((await post('*/*', list, '/mcp/')).statusCode).toBe(200);
});
