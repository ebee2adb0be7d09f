import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { writeDocsSite } from '../support/docs-site.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const root = path.resolve(import.meta.dirname, '../../../..');
let site = '';
beforeAll(async () => {
  site = await writeDocsSite();
});
afterAll(() => rm(site, { recursive: true, force: true }));

async function start(env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', 'packages/mcp/src/stdio.ts'],
    cwd: root,
    env: { PATH: process.env.PATH ?? '', SITE_DIR: site, ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return client;
}

it('offers the real platform only to the operator of a local server, who enables it', async () => {
  const keys = { ANEDYA_API_KEY: 'operator-key' };
  for (const [env, isOffered] of [
    [keys, false],
    // A client may pass settings that its user left empty.
    [{ ...keys, ANEDYA_DOCS_URL: '' }, false],
    [{ ...keys, ANEDYA_MCP_PLATFORM: 'enabled' }, true],
  ] as const) {
    const client = await start(env);
    const { tools } = await client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === 'run') ?? {};
    expect('target' in (inputSchema?.properties ?? {})).toBe(isOffered);
    await client.close();
  }
  await expect(start({ ANEDYA_MCP_PLATFORM: 'yes' })).rejects.toThrow();
});

it('says what is wrong with a key, and with ANEDYA_DOCS_URL', async () => {
  const client = await start({ ANEDYA_DOCS_URL: 'http://localhost:1/' });
  const inspect = async (apiKey: string) => {
    const args = { apiKey };
    return JSON.stringify(await client.callTool({ name: 'sandbox_inspect', arguments: args }));
  };
  for (const apiKey of ['cl\u0142', 'two words', 'two\nlines']) {
    expect(await inspect(apiKey)).toContain('visible ASCII characters');
  }
  expect(await inspect('key')).toContain('ANEDYA_DOCS_URL did not respond');
  await client.close();
});
