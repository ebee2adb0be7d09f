import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { signatureOf } from '../../src/core/auth/authenticate.ts';
import type { JsonObject } from '../../src/core/context.ts';
import { serveAlone, type Served } from '../../src/serve/service.ts';
import { limits } from '../../src/core/limits.ts';
import { frameOf } from '../../src/core/stream-frames.ts';
import { nodePlatform } from '../../src/node-platform.ts';
import { apiDocuments } from '../support/api-documents.ts';
import { bearer, deviceKey, type Project } from '../support/http-sandbox.ts';
import { sendAndReset } from '../support/raw-socket.ts';
import { openTimeout } from '../support/use-http-sandbox.ts';

const host = '127.0.0.1';

async function serve(): Promise<Served> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings = {
    host,
    port: 0,
    apiPorts: { platform: 0, device: 0 },
    dataDir,
    mqttPorts: { tcp: 0, tls: 0, webSocket: 0 },
  };
  return serveAlone(settings, await apiDocuments(), () => undefined);
}

async function createProject({ port }: Served): Promise<Project> {
  const reply = await fetch(`http://${host}:${port}/sandbox/projects`, { method: 'POST' });
  return (await reply.json()) as Project;
}

/** Starts a request without its body. @returns once the server has its headers */
async function begin({ apiPorts }: Served, url: string, { apiKey }: Project) {
  const type = { 'content-type': 'application/json', expect: '100-continue' };
  const options = { host, port: apiPorts.platform, method: 'POST', path: url };
  const outgoing = request({ ...options, headers: { ...type, ...bearer(apiKey) } });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  return outgoing;
}

/** Whether a port takes connections. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

describe('a sandbox that is alone', { timeout: openTimeout }, () => {
  it('creates no project for a page that reaches this machine under the name of another host', async () => {
    const served = await serve();
    const create = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const url = { host, port: served.port, path: '/sandbox/projects' };
        const outgoing = request({ ...url, method: 'POST', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        outgoing.on('error', reject).end();
      });
    expect(await create({ host: `attacker.example:${served.port}` })).toBe(403);
    // A proxy on this machine, behind which the client may be anybody.
    expect(await create({ 'x-forwarded-for': '203.0.113.7' })).toBe(403);
    expect(await create({ host: `localhost:${served.port}` })).toBe(201);
    await served.close();
  });
});

describe('the end of a sandbox that is alone', { timeout: openTimeout }, () => {
  it('waits for the responses of requests in flight', async () => {
    const served = await serve();
    const outgoing = await begin(served, '/v1/node/list', await createProject(served));
    const body = JSON.stringify({ limit: 10, offset: 0, order: 'asc' });
    outgoing.write(body.slice(0, 5));

    const responded = once(outgoing, 'response');
    const closed = served.close();
    await vi.waitFor(async () => expect(await isOpen(served.apiPorts.platform)).toBe(false));
    outgoing.end(body.slice(5));
    const [reply] = (await responded) as [IncomingMessage];
    expect(JSON.parse(await text(reply))).toMatchObject({ success: true, totalCount: 2 });
    expect([reply.statusCode, reply.headers.connection]).toEqual([200, 'close']);
    await closed;
  });

  it('cuts a request that hangs, and closes before the process would be ended', async () => {
    const served = await serve();
    const hanging = await begin(served, '/v1/node/list', await createProject(served));
    const cut = once(hanging, 'error');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = served.close();
    await vi.advanceTimersByTimeAsync(limits.shutdown.process - 1);
    await cut;
    await closed;
  });

  it('does not wait for disconnected clients or idle connections', async () => {
    const served = await serve();
    const idle = connect(served.port, host);
    await once(idle, 'connect');
    const outgoing = await begin(served, '/v1/node/list', await createProject(served));
    const closed = served.close();
    await vi.waitFor(async () => expect(await isOpen(served.port)).toBe(false));
    outgoing.on('error', () => undefined).destroy();
    await closed;
  });
});

it('serves streams at their URL until it ends', { timeout: openTimeout }, async () => {
  const served = await serve();
  const { apiKey, nodes } = await createProject(served);
  const [{ nodeId, connectionKey }] = nodes;
  const post = async (url: string, headers: Record<string, string>, body: JsonObject) => {
    const reply = await fetch(`http://${host}:${served.port}/sandbox${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as Readonly<Record<string, string>>;
  };
  const { streamId = '', streamURL = '' } = await post(
    '/platform/v1/streams/create',
    bearer(apiKey),
    { sources: { nodes: [nodeId] }, events: [], variables: ['temperature'], expiry: 60 },
  );
  const policy = { resources: { streams: [streamId] }, allow: ['streams::connect'] };
  const made = await post('/platform/v1/access/tokens/create', bearer(apiKey), {
    ttlSec: 60,
    policy,
  });
  const { tokenId = '', token = '' } = made;
  const seconds = Math.floor(Date.now() / 1000);
  const socket = new WebSocket(streamURL, {
    headers: {
      authorization: 'ANEDYASIGV1',
      'x-anedya-streamid': streamId,
      'x-anedya-tokenid': tokenId,
      'x-anedya-timestamp': String(seconds),
      'x-anedya-signatureversion': 'v1',
      'x-anedya-signature': signatureOf(nodePlatform.sha256, Buffer.of(), seconds, token),
    },
  });
  await once(socket, 'open');
  const received = once(socket, 'message');
  const point = { variable: 'temperature', value: 24.5, timestamp: 1_767_225_600_000 };
  await post('/device/v1/submitData', deviceKey(connectionKey), { data: [point] });
  const frame = frameOf({ kind: 'point', nodeId, type: 'float', ...point });
  expect(await received).toEqual([Buffer.from(frame), true]);
  const closed = once(socket, 'close');
  await served.close();
  expect((await closed)[0]).toBe(1001);
});

it(
  'frees the slots of uploads that were pipelined when their connection is cut',
  { timeout: openTimeout },
  async () => {
    const served = await serve();
    onTestFinished(() => served.close());
    const { apiKey } = await createProject(served);
    const created = await fetch(`http://${host}:${served.apiPorts.platform}/v1/assets/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(apiKey) },
      body: JSON.stringify({ assetIdentifier: 'firmware', assetVersion: '1', assetSigned: false }),
    });
    const { uploadUrls } = (await created.json()) as { uploadUrls: [{ url: string }] };
    const { pathname, search } = new URL(uploadUrls[0].url);
    const put = `PUT ${pathname}${search} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na`;
    for (let count = 0; count < limits.uploads.client; count += 1) {
      await sendAndReset(served.port, put.repeat(3));
    }
    const upload = () =>
      fetch(`http://${host}:${served.port}${pathname}${search}`, { method: 'PUT', body: 'a' });
    await vi.waitFor(async () => expect((await upload()).status).toBe(200), 20_000);
  },
);
