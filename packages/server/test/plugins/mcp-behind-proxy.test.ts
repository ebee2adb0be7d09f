import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { writeDocsSite } from '../support/docs-site.ts';
import { anyLoad, inProcessSandbox } from '../support/in-process-sandbox.ts';

it('names the addresses that a reverse proxy with TLS names', async () => {
  const site = await writeDocsSite();
  const sandbox = inProcessSandbox();
  const app = await buildApp({
    siteDir: site,
    basePath: '/',
    trustProxy: true,
    logLevel: 'silent',
    pressure: anyLoad,
    sandbox,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await sandbox.upstream.ready();
  const { port } = app.server.address() as AddressInfo;
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(async () => {
    await client.close();
    await app.close();
    await rm(site, { recursive: true, force: true });
  });
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'docs.example.com' };
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const { content } = await client.callTool({ name: 'sandbox', arguments: { action: 'create' } });
  expect(JSON.stringify(content)).toContain('https://docs.example.com/sandbox/platform/v1');
});
