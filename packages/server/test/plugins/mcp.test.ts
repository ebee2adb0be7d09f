import { rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  Client,
  StreamableHTTPClientTransport,
  type ToolAnnotations,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { limits } from '../../src/limits.ts';
import { writeDocsSite } from '../support/docs-site.ts';
import { anyLoad, InProcessSandbox } from '../support/in-process-sandbox.ts';

// The documents are parsed, and a sandbox with its broker starts.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const root = path.resolve(import.meta.dirname, '../../../..');
const info = { name: 'test', version: '1' };
const lines: string[] = [];
let site = '';
let app: FastifyInstance;
let url: URL;

interface Content {
  readonly text?: string;
}

/** Calls a tool. */
async function use(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const text = (content as Content[]).map((part) => part.text ?? '').join('\n');
  return { text, isError: isError === true };
}

/** The JSON block of a text. */
function jsonIn(text: string): Record<string, unknown> {
  const [, json = ''] = /```json\n([\s\S]*?)\n```/.exec(text) ?? [];
  return JSON.parse(json) as Record<string, unknown>;
}

async function createProject(client: Client) {
  const project = jsonIn((await use(client, 'sandbox_create', {})).text);
  return project as { apiKey: string; nodes: { nodeId: string; connectionKey: string }[] };
}

beforeAll(async () => {
  site = await writeDocsSite();
  await writeFile(path.join(site, '.env'), 'SECRET=1');
  const upstream = new InProcessSandbox({ mqttPorts: { tcp: 0 } });
  app = await buildApp({
    siteDir: site,
    basePath: '/',
    trustProxy: false,
    logLevel: 'trace',
    logStream: { write: (line) => void lines.push(line) },
    pressure: anyLoad,
    sandbox: { upstream },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await upstream.ready();
  const { port } = app.server.address() as AddressInfo;
  url = new URL(`http://127.0.0.1:${port}/mcp`);
});
afterAll(async () => {
  await app.close();
  await rm(site, { recursive: true, force: true });
});

const revisions = [
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
] as const;

describe.each(revisions)('over HTTP in revision %s', (_revision, options) => {
  const client = new Client(info, options);
  beforeAll(() => client.connect(new StreamableHTTPClientTransport(url)));
  afterAll(() => client.close());

  it('has tools whose annotations say what they do, the pages and documents, and the skills', async () => {
    const { tools } = await client.listTools();
    const named = (is: (annotations: ToolAnnotations) => boolean) =>
      tools.filter(({ annotations }) => is(annotations ?? {})).map(({ name }) => name);
    expect(named(({ readOnlyHint }) => readOnlyHint === true).sort()).toEqual(
      ['describe_operation', 'file_download', 'read', 'sandbox_inspect', 'search'].sort(),
    );
    expect(named(({ destructiveHint }) => destructiveHint === true).sort()).toEqual(
      ['mqtt', 'rules_set', 'run', 'sandbox_delete', 'sandbox_reset'].sort(),
    );
    expect(named(({ readOnlyHint, destructiveHint }) => !readOnlyHint && !destructiveHint)).toEqual(
      ['sandbox_create', 'file_upload'],
    );
    for (const { annotations } of tools)
      expect(annotations).toMatchObject({ openWorldHint: false });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('docs://anedya/essentials/units/');
    expect(resources.map(({ uri }) => uri)).toContain('docs://anedya/specs/device.openapi.json');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'connect-a-device',
      'export-data',
      'read-and-aggregate-data',
      'restrict-a-token',
      'roll-out-firmware',
      'run-micropython-on-a-board',
      'send-a-command-and-wait',
      'set-event-rules',
      'synchronize-time',
    ]);
    expect(prompts.every((prompt) => (prompt.arguments ?? []).length > 0)).toBe(true);
    const { messages } = await client.getPrompt({
      name: 'send-a-command-and-wait',
      arguments: { command: 'set-led' },
    });
    expect(JSON.stringify(messages)).toContain('- command (Name of the command: set-led): ');
  });

  it('finds a section, and reads only that', async () => {
    const found = await use(client, 'search', { query: 'device api' });
    expect(found.text).toContain('/essentials/units/#device-api');
    const { text } = await use(client, 'read', { page: '/essentials/units/#device-api' });
    expect(text).toContain('Milliseconds.');
    expect(text).toContain('### Exceptions');
    expect(text).not.toContain('Seconds.');
    const unknown = await use(client, 'read', { page: '/essentials/units/#no-such-anchor' });
    expect(unknown).toEqual({
      isError: true,
      text: 'The page has no section "#no-such-anchor". Sections: "Device API", "Exceptions", "Platform API".',
    });
  });

  it('names the sections and pages that exist', async () => {
    const section = await use(client, 'read', { page: '/essentials/units/', section: 'Sizes' });
    expect(section).toMatchObject({ isError: true });
    expect(section.text).toContain('"Platform API"');
    for (const page of ['/nowhere/', 'http://[']) {
      const missing = await use(client, 'read', { page });
      expect(missing).toMatchObject({ isError: true });
      expect(missing.text).toContain('Find one with the tool "search"');
    }
  });

  it('describes operations by any name, and suggests similar ones', async () => {
    for (const operation of ['platform/node-create', 'node-create', '/node/create']) {
      const { text } = await use(client, 'describe_operation', { operation, language: 'Python' });
      expect(text).toContain('# Create a node');
      expect(text).toContain('import json');
    }
    const wrong = await use(client, 'describe_operation', { operation: 'platform/node-craete' });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toContain('platform/node-create');
  });

  it('runs requests of both APIs over HTTP and MQTT in a project', async () => {
    const { apiKey, nodes } = await createProject(client);
    const points = { data: [{ variable: 'temperature', value: 41.5, timestamp: 0 }] };
    for (const transport of ['http', 'mqtt']) {
      const sent = await use(client, 'run', {
        operation: 'device/submitdata',
        body: points,
        apiKey,
        transport,
      });
      expect(sent, sent.text).toMatchObject({ isError: false });
    }
    const latest = await use(client, 'run', {
      operation: 'platform/variables-latest',
      body: { nodes: [nodes[0]?.nodeId], variable: 'temperature' },
      apiKey,
    });
    expect(latest.text).toContain('41.5');
  });

  it('signs requests with an access token', async () => {
    const { apiKey, nodes } = await createProject(client);
    const [node] = nodes;
    const policy = {
      resources: { nodes: [node?.nodeId], variables: ['temperature'] },
      allow: ['data::getlatest'],
    };
    const created = await use(client, 'run', {
      operation: 'platform/access-token-create',
      body: { ttlSec: 600, policy },
      apiKey,
    });
    const { tokenId, token } = jsonIn(created.text);
    const read = (accessToken: object, operation = 'platform/variables-latest') => {
      const body = { nodes: [node?.nodeId], variable: 'temperature' };
      return use(client, 'run', { operation, body, apiKey, accessToken });
    };
    const allowed = await read({ tokenId, token });
    expect(allowed, allowed.text).toMatchObject({ isError: false });
    expect(allowed.text).toContain('Target: sandbox.');
    expect(await read({ tokenId, token: 'other' })).toMatchObject({ isError: true });
    // Least privilege: the token cannot list nodes.
    expect(await read({ tokenId, token }, 'platform/node-list')).toMatchObject({ isError: true });
    const device = await read({ tokenId, token }, 'device/heartbeat');
    expect(device.text).toContain('Omit "accessToken"');
    const script = await use(client, 'sandbox_inspect', { part: 'curl', apiKey });
    expect(script.text).not.toContain(token);
    expect(lines.join('\n')).toContain('"/mcp"');
    expect(lines.join('\n')).not.toContain(token);
  });

  it('offers no other target than the sandbox', async () => {
    const { tools } = await client.listTools();
    const { description, inputSchema } = tools.find(({ name }) => name === 'run') ?? {};
    expect(description).toContain('Never reaches the real platform.');
    expect(inputSchema?.properties).not.toHaveProperty('target');
    // Nor another project than that of a key.
    const sent = await use(client, 'run', { operation: 'platform/node-list' });
    expect(sent).toMatchObject({ isError: true });
  });

  it('explains errors with their fix, and unknown fields', async () => {
    const { apiKey } = await createProject(client);
    const body = { nodeid: '00000000-0000-4000-8000-000000000000', comand: 'x' };
    const failed = await use(client, 'run', { operation: 'platform/commands-send', body, apiKey });
    expect(failed.isError).toBe(true);
    expect(failed.text.match(/did you mean \\?"command/g)).toHaveLength(1);
    expect(failed.text).toContain('Fix:');
  });

  it('exports what was done as curl and as a workflow', async () => {
    const { apiKey } = await createProject(client);
    const empty = await use(client, 'sandbox_inspect', { part: 'curl', apiKey });
    expect(empty.text).toContain('No requests');
    await use(client, 'run', {
      operation: 'platform/node-list',
      body: { limit: 3, offset: 0 },
      apiKey,
    });
    const unknown = { commandId: '00000000-0000-4000-8000-000000000000' };
    await use(client, 'run', { operation: 'platform/command-status', body: unknown, apiKey });
    const script = await use(client, 'sandbox_inspect', { part: 'curl', apiKey });
    expect(script.text).toContain('/node/list');
    expect(script.text).not.toContain(apiKey);
    const arazzo = await use(client, 'sandbox_inspect', { part: 'workflow', apiKey });
    expect(arazzo.isError, arazzo.text).toBe(false);
    expect(jsonIn(arazzo.text)).toMatchObject({
      arazzo: '1.0.1',
      workflows: [
        {
          steps: [
            {
              operationId: '$sourceDescriptions.platform.node-list',
              parameters: [
                { name: 'Accept', in: 'header', value: 'application/json' },
                { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.ANEDYA_API_KEY}' },
              ],
              successCriteria: [
                { condition: '$statusCode == 200' },
                { condition: '$response.body#/success == true' },
              ],
            },
            { successCriteria: [{ condition: '$statusCode == 404' }] },
          ],
        },
      ],
    });
  });

  it('reaches no project without its key, and none after it is deleted', async () => {
    const { apiKey } = await createProject(client);
    expect((await use(client, 'sandbox_inspect', {})).isError).toBe(true);
    expect((await use(client, 'sandbox_inspect', { apiKey: 'x' })).isError).toBe(true);
    await use(client, 'sandbox_delete', { apiKey });
    const gone = await use(client, 'sandbox_inspect', { apiKey });
    expect(gone).toMatchObject({ isError: true });
    expect(gone.text).toContain('"sandbox_create"');
  });

  it('logs no key', async () => {
    const { apiKey, nodes } = await createProject(client);
    await use(client, 'run', {
      operation: 'device/heartbeat',
      body: {},
      apiKey,
    });
    const text = lines.join('\n');
    expect(text).toContain('"/mcp"');
    for (const secret of [apiKey, nodes[0]?.connectionKey ?? '-'])
      expect(text).not.toContain(secret);
  });
});

describe('requests that no agent sends', () => {
  const discover = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  let clients = 0;
  // The limits are for each client.
  const post = (
    headers: Record<string, string>,
    payload: unknown = discover,
    remoteAddress = `192.0.2.${(clients += 1) % 250}`,
  ) =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      remoteAddress,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        host: 'localhost',
        ...headers,
      },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });

  it('are rejected from pages of other sites', async () => {
    expect((await post({ origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await post({ origin: 'http://localhost' })).statusCode).toBe(200);
  });

  it('are rejected under a foreign name of this machine', async () => {
    const response = await fetch(url, { method: 'POST', body: '{}' });
    expect(response.status).not.toBe(403);
    const rebound = new Promise<number>((resolve, reject) => {
      void import('node:http').then(({ request }) => {
        request(url, { method: 'POST', headers: { host: 'evil.example' } }, (message) => {
          message.resume();
          resolve(message.statusCode ?? 0);
        })
          .on('error', reject)
          .end('{}');
      });
    });
    expect(await rebound).toBe(403);
  });

  it.each(['', '{', '[]', 'null', '{"jsonrpc":"2.0"}', '{"jsonrpc":"1.0","id":{},"method":5}'])(
    'get a client error: %s',
    async (payload) => {
      const { statusCode } = await post({}, payload);
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(statusCode).toBeLessThan(500);
    },
  );

  it('get an error for a body that is nested too deeply, and others are served', async () => {
    const depth = 50_000;
    const body = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const args = `{"operation":"node-list","apiKey":"x","body":{"a":${body}}}`;
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":${args}}}`;
    const { statusCode, body: text } = await post({}, call);
    expect(statusCode).toBeLessThan(500);
    expect(statusCode >= 400 || /"error"|"isError":true/.test(text)).toBe(true);
    expect((await post({})).statusCode).toBe(200);
  });

  it('get 413 when they are too large', async () => {
    expect((await post({}, 'x'.repeat(300_000))).statusCode).toBe(413);
  });
});

it('limits the requests in flight of a client, such as subscriptions', async () => {
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(url));
  const { client: max } = limits.mcp.concurrency;
  const open = [];
  for (let index = 0; index < max; index += 1) {
    open.push(await client.listen({ toolsListChanged: true }));
  }
  await expect(client.listTools()).rejects.toThrow('Too many requests in flight');
  await Promise.all(open.map((subscription) => subscription.close()));
  await vi.waitFor(() => client.listTools());
  await client.close();
});

it('publishes the skills, and no other hidden file', async () => {
  const skill = await app.inject('/.well-known/agent-skills/connect-a-device/SKILL.md');
  expect(skill.statusCode).toBe(200);
  expect(skill.headers['content-type']).toMatch(/^text\/markdown/);
  expect((await app.inject('/.env')).statusCode).toBe(404);
});

it('serves the same over standard input and output', async () => {
  const client = new Client(info);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', 'packages/mcp/src/stdio.ts'],
    cwd: root,
    env: { PATH: process.env.PATH ?? '', SITE_DIR: site, ANEDYA_DOCS_URL: url.origin },
  });
  await client.connect(transport);
  const { apiKey } = await createProject(client);
  const sent = await use(client, 'run', { operation: 'device/heartbeat', body: {}, apiKey });
  expect(sent, sent.text).toMatchObject({ isError: false });
  await client.close();
});
