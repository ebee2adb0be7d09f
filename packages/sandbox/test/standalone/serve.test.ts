import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveAlone, type Served } from '../../src/serve/service.ts';
import { limits } from '../../src/core/limits.ts';
import { apiDocuments } from '../support/api-documents.ts';
import { bearer, type Project } from '../support/http-sandbox.ts';
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
    databaseUrl: undefined,
    redisUrl: undefined,
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
