import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { writeDocsSite } from './docs-site.ts';
import { anyLoad, inProcessSandbox } from './in-process-sandbox.ts';

/**
 * Starts a server with a sandbox for one test, and connects a client to its MCP endpoint.
 * @param headers headers of a reverse proxy, which the server then trusts
 * @param options of the sandbox
 */
export async function connectMcp(
  headers?: Record<string, string>,
  options?: Parameters<typeof inProcessSandbox>[0],
): Promise<Client> {
  const site = await writeDocsSite();
  const sandbox = inProcessSandbox(options);
  const app = await buildApp({
    siteDir: site,
    basePath: '/',
    trustProxy: headers !== undefined,
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
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}
