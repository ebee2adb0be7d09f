import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { request } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addDocuments, type Project } from './sandbox/support.ts';
import { writeFixtureSite } from './support/fixture-site.ts';
import { startServer } from './support/server-process.ts';

// Each test starts the server as a process, and the sandbox.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const patience = { timeout: 60_000, interval: 20 };
const host = '127.0.0.1';

let siteDir = '';
beforeAll(async () => {
  siteDir = await writeFixtureSite();
  await addDocuments(siteDir);
});
afterAll(() => rm(siteDir, { recursive: true, force: true }));

/** Starts the server as operators do, with its sandbox. */
async function start(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = startServer({
    SITE_DIR: siteDir,
    SANDBOX_DATA_DIR: dataDir,
    PORT: '0',
    SANDBOX_MQTT_PORT: '0',
    SANDBOX_MQTTS_PORT: 'off',
    SANDBOX_WS_PORT: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const origin = `http://${host}:${await server.port}`;
  // The server waits for its sandbox before it reports that it is ready, on a busy machine not long enough.
  const created = await vi.waitFor(async () => {
    const response = await fetch(`${origin}/sandbox/projects`, { method: 'POST' });
    expect(response.status).toBe(201);
    return response;
  }, patience);
  const project = (await created.json()) as Project;
  return { ...server, origin, project };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

function connectDevice(url: string, { nodes: [{ deviceId, connectionKey }] }: Project) {
  return connectAsync(url, {
    clientId: deviceId,
    username: deviceId,
    password: connectionKey,
    protocolVersion: 5,
    reconnectPeriod: 0,
  });
}

describe('the sandbox of a server that shuts down', () => {
  it('responds to requests in flight and disconnects devices', async () => {
    const { child, origin, project, ending, port } = await start();
    const device = await connectDevice(project.broker.webSocket, project);
    const disconnected = new Promise((resolve) => device.once('disconnect', resolve));
    const outgoing = request(`${origin}/sandbox/platform/v1/node/list`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${project.apiKey}`,
        'content-type': 'application/json',
        expect: '100-continue',
      },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    const body = JSON.stringify({ limit: 10, offset: 0 });
    outgoing.write(body.slice(0, 5));

    child.kill('SIGTERM');
    // Reason code "server shutting down" (MQTT 5.0, 3.14.2.1).
    expect(await disconnected).toMatchObject({ reasonCode: 139 });
    const serverPort = await port;
    await vi.waitFor(async () => expect(await isOpen(serverPort)).toBe(false), patience);
    outgoing.end(body.slice(5));
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(JSON.parse(await text(response))).toMatchObject({ success: true, totalCount: 2 });
    expect(await ending).toMatchObject({ code: 0, stderr: '' });
    expect(await isOpen(project.broker.tcp)).toBe(false);
  });

  it('exits when the server is killed', async () => {
    const { child, project, ending } = await start();
    expect(await isOpen(project.broker.tcp)).toBe(true);
    child.kill('SIGKILL');
    await ending;
    await vi.waitFor(async () => expect(await isOpen(project.broker.tcp)).toBe(false), patience);
  });
});

it('prints a sentence at the terminal when an MQTT port is in use', async () => {
  const holder = createServer().listen(0, host);
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as AddressInfo;
  const { child, project, ending } = await start({
    SANDBOX_MQTT_PORT: String(port),
    LOG_FORMAT: 'text',
  });
  expect(project.broker.tcp).toBeUndefined();
  child.kill('SIGTERM');
  const { stderr, code } = await ending;
  expect(stderr).toContain(
    `\nWarning: Port ${port} is in use by another program: the sandbox runs without this port\n`,
  );
  expect(code).toBe(0);
});
