import type { EndRequest } from '@algolia/client-common';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { algoliasearch } from 'algoliasearch';
import type { SearchRecord } from '@anedya-docs/search';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explain, pushClient, pushRecords, readPushEnvironment } from './push';

interface Seen {
  readonly method: string | undefined;
  readonly path: string;
  readonly body: string;
}

const record = (url: string): SearchRecord => ({
  objectID: url,
  type: 'lvl1',
  hierarchy: {
    lvl0: 'Guides',
    lvl1: 'A',
    lvl2: null,
    lvl3: null,
    lvl4: null,
    lvl5: null,
    lvl6: null,
  },
  content: null,
  keywords: null,
  url,
  url_without_anchor: url,
  anchor: null,
  language: 'en',
  docusaurus_tag: 'docs-default-current',
  version: 'current',
  weight: { page_rank: 0, level: 100, position: 0 },
});

/** A fake provider: each write is a task that is done immediately. */
describe('search:push', () => {
  const seen: Seen[] = [];
  let server: Server;
  let status = 200;
  beforeEach(async () => {
    seen.length = 0;
    status = 200;
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const path = new URL(request.url ?? '', 'http://localhost').pathname;
        seen.push({ method: request.method, path, body });
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ taskID: 7, status: 'published', objectIDs: [], message: 'rejected' }),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const client = () => {
    const { port } = server.address() as AddressInfo;
    const url = `127.0.0.1:${port}`;
    return algoliasearch('app', 'admin-key', {
      hosts: [{ url, accept: 'readWrite', protocol: 'http' }],
    });
  };
  const lines: string[] = [];
  const push = (records: readonly SearchRecord[], dryRun = false) =>
    pushRecords({
      client: client(),
      indexName: 'docs',
      records,
      dryRun,
      say: (line) => lines.push(line),
    });

  it('fills a temporary index, then replaces the old one', async () => {
    await push([record('https://docs.example.com/a/'), record('https://docs.example.com/b/')]);
    const writes = seen.filter(({ method }) => method !== 'GET');
    expect(writes[0]).toMatchObject({ method: 'PUT', path: '/1/indexes/docs/settings' });
    const batch = writes.find(({ path }) => path.endsWith('/batch'));
    expect(batch?.path).toMatch(/^\/1\/indexes\/docs_tmp_\d+\/batch$/);
    const { requests } = JSON.parse(batch?.body ?? '') as { requests: { body: SearchRecord }[] };
    expect(requests.map(({ body }) => body.url)).toEqual([
      'https://docs.example.com/a/',
      'https://docs.example.com/b/',
    ]);
    expect(JSON.parse(writes.at(-1)?.body ?? '')).toEqual({
      operation: 'move',
      destination: 'docs',
    });
    expect(lines.at(-1)).toBe('2 records of 2 pages replaced the index "docs".');
  });

  it('sends nothing in a dry run', async () => {
    await push([record('https://docs.example.com/a/')], true);
    expect(seen).toEqual([]);
    expect(lines.at(-1)).toContain('1 records of 1 pages would replace the index "docs"');
  });

  it('rejects an empty build and an oversized record', async () => {
    await expect(push([])).rejects.toThrow('run "npm run build" first');
    const large = { ...record('https://docs.example.com/a/'), content: 'x'.repeat(10_001) };
    await expect(push([large])).rejects.toThrow('https://docs.example.com/a/ has more than');
    expect(seen).toEqual([]);
  });

  it('reports rejected credentials without printing the key', async () => {
    status = 403;
    const error: unknown = await push([record('https://docs.example.com/a/')]).catch(
      (reason: unknown) => reason,
    );
    expect(explain(error, 'docs')).toBe(
      'The provider rejected the credentials: check SEARCH_APP_ID, and that SEARCH_ADMIN_KEY may write the index "docs".',
    );
  });

  it('lists missing variables', () => {
    expect(() => readPushEnvironment({})).toThrow(
      'Set SEARCH_APP_ID and SEARCH_ADMIN_KEY in the environment',
    );
  });
});

it.each([
  'example.com/',
  'app.example.com#',
  'user@example.com',
  '0123456789abcdef0123456789abcdef',
])('sends no key to a host that the application ID %s would name', (id) => {
  const read = () => readPushEnvironment({ SEARCH_APP_ID: id, SEARCH_ADMIN_KEY: 'admin-key' });
  expect(read).toThrow('Set SEARCH_APP_ID in the environment');
  expect(read).not.toThrow(id);
});

// docs/behavior.md, section 9: connect 1 s, read 2 s, write 30 s.
it('writes may take 30 s, and reads 2 s', async () => {
  const asked: EndRequest[] = [];
  const client = pushClient('app', 'key', {
    send: (request: EndRequest) => {
      asked.push(request);
      return Promise.resolve({ status: 200, content: '{}', isTimedOut: false });
    },
  });
  await client.setSettings({ indexName: 'docs', indexSettings: {} });
  await client.getTask({ indexName: 'docs', taskID: 1 });
  expect(asked).toMatchObject([
    { method: 'PUT', connectTimeout: 1000, responseTimeout: 30_000 },
    { method: 'GET', connectTimeout: 1000, responseTimeout: 2000 },
  ]);
});
