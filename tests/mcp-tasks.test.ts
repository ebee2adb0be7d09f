import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../packages/server/src/app.ts';
import { InProcessSandbox } from '../packages/server/test/support/in-process-sandbox.ts';
import { buildDir } from './support/built-site.ts';
import { anyLoad } from './support/test-sandbox.ts';

// Each task is solved with tools of MCP only, as an agent would that knows nothing: it searches, reads how an operation works,
// and requests it. What it reads has a budget.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

/** Bytes that all tasks together may take to read, with the list of tools once. */
const budget = 120_000;

type Json = Record<string, unknown>;
interface Project {
  readonly apiKey: string;
  readonly addresses: Record<string, string>;
  readonly nodes: { readonly nodeId: string; readonly bound: boolean }[];
}

let app: FastifyInstance;
const client = new Client({ name: 'test', version: '1' });
const read = new Map<string, number>();
let task = '';

beforeAll(async () => {
  const upstream = new InProcessSandbox({ mqttPorts: { tcp: 0, tls: 0 } });
  app = await buildApp({
    siteDir: buildDir,
    basePath: '/',
    trustProxy: false,
    logLevel: 'silent',
    pressure: anyLoad,
    sandbox: { upstream },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await upstream.ready();
  const { port } = app.server.address() as AddressInfo;
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
});
afterAll(async () => {
  await client.close();
  await app.close();
});

const count = (text: string) =>
  void read.set(task, (read.get(task) ?? 0) + Buffer.byteLength(text));

/** Calls a tool, and counts what a model reads of its result. */
async function use(name: string, args: Json): Promise<Json> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const text = (content as { text?: string }[]).map((part) => part.text ?? '').join('\n');
  count(text);
  expect(isError, `${name}: ${text}`).not.toBe(true);
  return { text, ...(structuredContent as Json | undefined) };
}

const search = (query: string) => use('search', { query, limit: 5 });
const describeOperation = (operation: string) => use('describe_operation', { operation });

let project: Project;
let nodeId = '';
async function run(operation: string, body: Json = {}, more: Json = {}): Promise<Json> {
  const args = { operation, body, apiKey: project.apiKey, ...more };
  return (await use('run', args)).response as Json;
}
const inspect = async (part: string) =>
  JSON.parse(
    /```json\n([\s\S]*?)\n```/.exec(
      String((await use('sandbox_inspect', { apiKey: project.apiKey, part })).text),
    )?.[1] ?? '',
  ) as Json;

beforeEach(async ({ task: { name } }) => {
  task = name;
  project = (await use('sandbox_create', {})) as unknown as Project;
  nodeId = project.nodes.find(({ bound }) => bound)?.nodeId ?? '';
});

const seconds = () => Math.floor(Date.now() / 1000);

describe('an agent', () => {
  it('aggregates a variable', async () => {
    await search('average of a variable per hour');
    await describeOperation('platform/post-aggregates-variable-by-time');
    const start = Math.floor(seconds() / 3600) * 3600 - 3600;
    const points = [10, 20, 60].map((value, index) => ({
      variable: 'temperature',
      value,
      timestamp: (start + index) * 1000,
    }));
    await describeOperation('Submit data');
    await run('device/submitdata', { data: points });
    const { data } = await run('platform/post-aggregates-variable-by-time', {
      variable: 'temperature',
      from: start,
      to: start + 3,
      config: {
        aggregation: { compute: 'max', forEachNode: true },
        interval: { measure: 'hour', interval: 1 },
        responseOptions: { timezone: 'UTC' },
        filter: { nodes: [nodeId], type: 'include' },
      },
    });
    expect((data as Record<string, Json[]>)[nodeId]).toMatchObject([{ aggregate: 60 }]);
  });

  it('sends a command over MQTT with TLS, and waits for its result', async () => {
    await search('send a command to a device over MQTT');
    await describeOperation('POST /commands/send');
    await describeOperation('device/commands-update-status');
    const command = { nodeid: nodeId, command: 'blink', data: '3', type: 'string' };
    const expiry = Date.now() + 60_000;
    const { messages, tls, response } = await use('mqtt', {
      apiKey: project.apiKey,
      operation: 'platform/commands-send',
      body: { ...command, expiry },
    });
    const { commandId } = response as Json;
    expect(tls).toBe(true);
    expect(messages).toMatchObject([{ payload: { commandId, command: 'blink', data: '3' } }]);
    const status = { commandId, status: 'success', ackdata: 'done', ackdatatype: 'string' };
    const mqtt = { transport: 'mqtt', tls: true };
    expect(await run('device/commands-update-status', status, mqtt)).toMatchObject({
      success: true,
    });
    await describeOperation('platform/command-status');
    expect(JSON.stringify(await run('platform/command-status', { commandId }))).toContain(
      '"success"',
    );
  });

  it('restricts a token', async () => {
    await search('restrict an access token to one node and variable');
    await describeOperation('Create an access token');
    const policy = {
      resources: { nodes: [nodeId], variables: ['temperature'] },
      allow: ['data::getlatest'],
    };
    const created = await run('platform/access-token-create', { ttlSec: 600, policy });
    const accessToken = { tokenId: created.tokenId, token: created.token };
    const body = { nodes: [nodeId], variable: 'temperature' };
    await describeOperation('platform/variables-latest');
    expect(await run('platform/variables-latest', body, { accessToken })).toMatchObject({
      success: true,
    });
    const forbidden = await client.callTool({
      name: 'run',
      arguments: { operation: 'platform/node-list', apiKey: project.apiKey, accessToken },
    });
    expect(forbidden.isError).toBe(true);
  });

  it('rolls out firmware', async () => {
    await search('roll out firmware');
    for (const title of ['Create an asset', 'Complete an upload', 'Create a deployment'])
      await describeOperation(title);
    const asset = {
      assetIdentifier: 'camera',
      assetVersion: '9.0',
      assetDesc: 'x',
      assetSigned: false,
    };
    const created = await run('platform/assets-create', {
      ...asset,
      assetMeta: {},
      uploadParts: 1,
    });
    const [{ url } = { url: '' }] = created.uploadUrls as { url: string }[];
    const { apiKey } = project;
    const file = { apiKey, url, content: 'AAEC/w==', encoding: 'base64' };
    const { sha256, etag } = await use('file_upload', file);
    const { assetId } = created;
    await run('platform/post-assets-complete-upload', {
      assetId,
      parts: [{ partNumber: 1, etag }],
    });
    await run('platform/deployments-create', {
      deploymentName: 'camera-9',
      deploymentStart: seconds(),
      assetId,
      deployementFilter: {},
      deploymentConfig: [
        { stageNumber: 1, stageTarget: 1, autoAbort: true, abortCriteria: 1, delay: 0 },
      ],
    });
    await describeOperation('device/v-1-ota-next');
    let found: Json = {};
    // The sample deployment comes first.
    for (let index = 0; index < 3 && found.assetIdentifier !== 'camera'; index += 1) {
      const { data } = await run('device/v-1-ota-next', { reqId: 'a' });
      found = data as Json;
      if (found.assetIdentifier !== 'camera') {
        const { deploymentId } = found;
        for (const status of ['start', 'success'])
          await run('device/v-1-ota-status-update', { deploymentId, status, log: '' });
      }
    }
    const received = await use('file_download', { apiKey, url: found.asseturl });
    expect(received).toMatchObject({ bytes: 4, content: 'AAEC/w==', sha256, encoding: 'base64' });
    expect(found.assetChecksum).toBe(sha256);
    await describeOperation('Update OTA status');
    for (const status of ['start', 'success'])
      await run('device/v-1-ota-status-update', {
        deploymentId: found.deploymentId,
        status,
        log: '',
      });
  });

  it('sets a rule on events', async () => {
    await search('rule on events');
    await use('read', { page: '/features/events/rule-pattern/' });
    const rules = [{ name: 'door', pattern: { eventType: ['door-unlocked'] } }];
    await use('rules_set', { apiKey: project.apiKey, rules });
    await describeOperation('device/events-submit');
    const event = { eventType: 'door-unlocked', timestamp: Date.now(), data: { door: 'front' } };
    await run('device/events-submit', event);
    expect(await inspect('rules')).toMatchObject({ rules });
    expect(await inspect('deliveries')).toMatchObject({ deliveries: [{ rule: 'door' }] });
    const { events } = await inspect('events');
    expect((events as Json[])[0]).toMatchObject({ eventType: 'door-unlocked', rules: ['door'] });
  });

  it('exports data in pages', async () => {
    await search('export all points of a variable');
    await describeOperation('Get historical data');
    const now = seconds();
    const data = Array.from({ length: 250 }, (_, index) => ({
      variable: 'temperature',
      value: index,
      timestamp: (now - 300 + index) * 1000,
    }));
    for (const start of [0, 125])
      await run('device/submitdata', { data: data.slice(start, start + 125) });
    const values: unknown[] = [];
    let from = now - 300;
    for (;;) {
      const range = { from, to: now, limit: 100, order: 'asc' };
      const page = await run('platform/data-get-data', {
        variable: 'temperature',
        nodes: [nodeId],
        ...range,
      });
      const points =
        (page.data as Record<string, { timestamp: number; value: number }[]>)[nodeId] ?? [];
      values.push(...points.map(({ value }) => value).filter((value) => Number.isInteger(value)));
      if (points.length < 100) break;
      from = (points.at(-1)?.timestamp ?? now) + 1;
    }
    for (const { value } of data) expect(values).toContain(value);
  });

  it('synchronizes the time', async () => {
    await search('synchronize the time of a device');
    await describeOperation('Synchronize time');
    const deviceSendTime = 52_000;
    for (const transport of ['http', 'mqtt']) {
      const time = await run('device/http-time-sync', { deviceSendTime }, { transport });
      expect(time).toMatchObject({ deviceSendTime });
      expect(Number(time.serverSendTime)).toBeGreaterThan(1e12);
    }
  });
});

it('exports and imports a project', async () => {
  const rules = [{ name: 'door', pattern: { eventType: ['door-unlocked'] } }];
  const { apiKey } = project;
  expect(project.addresses.sandboxUrl).toMatch(/\/sandbox$/);
  await use('rules_set', { apiKey, rules });
  const file = await inspect('export');
  await use('sandbox_reset', { apiKey });
  expect(await inspect('rules')).toMatchObject({ rules: [] });
  await use('sandbox_reset', { apiKey, file });
  expect(await inspect('rules')).toMatchObject({ rules });
  await use('sandbox_delete', { apiKey });
  project = (await use('sandbox_create', { file: JSON.stringify(file) })) as unknown as Project;
  expect(await inspect('rules')).toMatchObject({ rules });
  read.delete(task);
});

it('finds the program of the greenhouse, and how to run it on a board', async () => {
  const { text } = await search('run the MicroPython program on an ESP32');
  expect(text).toContain('/device/mqtt-endpoints/#greenhouse-');
  const section = await use('read', { page: '/device/mqtt-endpoints/#greenhouse-program' });
  expect(section.text).toContain('mpremote mip install github:peterhinch/micropython-mqtt');
  expect(section.text).toContain('mpremote cp main.py config.py root-ca.der :');
  const [, program = ''] =
    /\(\S+?(\/examples\/greenhouse\/main\.py)\)/.exec(String(section.text)) ?? [];
  expect((await use('read', { page: program })).text).toContain('import mqtt_as');
  read.delete(task);
});

it('reads little', async () => {
  task = 'list of tools';
  count(JSON.stringify((await client.listTools()).tools));
  const all = [...read].filter(([name]) => name !== 'reads little');
  const sum = all.reduce((bytes, [, one]) => bytes + one, 0);
  process.stdout.write(
    `${all.map(([name, bytes]) => `${bytes}\t${name}`).join('\n')}\n${sum}\tall\n`,
  );
  expect(sum).toBeLessThan(budget);
});

/** Sends one message, without a client that reads all pages of a list by itself. */
async function send(method: string, params: Json): Promise<Json> {
  const response = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', host: 'localhost' },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return response.json<Json>();
}

describe('resources', () => {
  it('are listed in pages, each resource once', async () => {
    const uris: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await send('resources/list', cursor === undefined ? {} : { cursor });
      const page = result as { resources: { uri: string }[]; nextCursor?: string };
      uris.push(...page.resources.map(({ uri }) => uri));
      sizes.push(page.resources.length);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25);
    expect(new Set(uris).size).toBe(uris.length);
    expect(uris).toContain('docs://anedya/features/events/');
  });

  it.each(['-1', '100000', 'x', ''])('reject the cursor "%s"', async (cursor) => {
    const { error } = await send('resources/list', { cursor });
    expect(error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('nextCursor') as string,
    });
  });

  it('have templates, whose variables are completed', async () => {
    const { result } = await send('resources/templates/list', {});
    const { resourceTemplates } = result as { resourceTemplates: { uriTemplate: string }[] };
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    expect(templates).toEqual(['docs://anedya/specs/{api}.openapi.json', 'docs://anedya/{+path}']);
    const completion = await send('completion/complete', {
      ref: { type: 'ref/resource', uri: 'docs://anedya/{+path}' },
      argument: { name: 'path', value: 'features/ev' },
    });
    const { values } = (completion.result as { completion: { values: string[] } }).completion;
    expect(values).toContain('features/events/');
    expect(values.filter((path) => !path.startsWith('features/ev'))).toEqual([]);
  });
});
