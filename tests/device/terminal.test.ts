import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { apiDocuments } from '../../packages/sandbox/test/support/api-documents.ts';
import { bearer, type Project } from '../../packages/sandbox/test/support/http-sandbox.ts';
import { Child } from '../../packages/sandbox/test/support/processes/child.ts';
import { serveAlone, type Served } from '../../packages/sandbox/src/serve/service.ts';

const root = path.resolve(import.meta.dirname, '../..');
const main = path.join(root, 'packages/simulated-device/src/terminal/main.ts');
const host = '127.0.0.1';

let dataDir: string;
let served: Served;
let sandbox: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'device-'));
  const settings = {
    host,
    port: 0,
    apiPorts: { platform: 0, device: 0 },
    dataDir,
    mqttPorts: { tcp: 0, tls: 0, webSocket: 0 },
  };
  served = await serveAlone(settings, await apiDocuments(), () => undefined);
  sandbox = `http://${host}:${served.port}/sandbox`;
});
afterAll(async () => {
  await served.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts `npm run device` with these variables only. */
function startDevice(environment: Readonly<Record<string, string>>): Child {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('ANEDYA_'));
  const env = { ...Object.fromEntries(inherited), ...environment };
  const child = new Child(process.execPath, ['--import', 'tsx', main], {
    cwd: root,
    env,
    stdio: 'pipe',
  });
  onTestFinished(async () => {
    await child.stop('SIGKILL');
  });
  return child;
}

/** The variables of a device with a connection key. */
async function withKey(node: Project['nodes'][number]) {
  const ca = path.join(dataDir, 'ca.pem');
  await writeFile(ca, await (await fetch(`${sandbox}/ca.pem`)).text());
  return {
    ANEDYA_MQTT_HOST: host,
    ANEDYA_MQTT_PORT: String(served.mqttPorts.tls),
    ANEDYA_CA_FILE: ca,
    ANEDYA_DEVICE_ID: node.deviceId,
    ANEDYA_CONNECTION_KEY: node.connectionKey,
  };
}

async function platform(below: string, apiKey: string, body: object): Promise<unknown> {
  const response = await fetch(`${sandbox}/platform/v1${below}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(apiKey) },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** A device with a key, whose project is read with another one. */
const complete = {
  ANEDYA_CONNECTION_KEY: 'key',
  ANEDYA_DEVICE_ID: 'id',
  ANEDYA_MQTT_HOST: host,
  ANEDYA_API_KEY: 'wrong',
};

describe('npm run device', () => {
  test('creates a sandbox project, submits values, runs commands and follows its lines', async () => {
    const device = startDevice({ ANEDYA_SANDBOX_URL: sandbox });
    const [, apiKey = ''] = await device.line(/ANEDYA_API_KEY=(.+)/);
    const [, nodeId = ''] = await device.line(/ANEDYA_NODE_ID=(.+)/);
    // The command that is queued in a new project.
    await device.line(/set-led on: success/);
    device.write('temperature 31');
    await device.line(/→ PUBLISH submitdata\/json .*"temperature","value":31/);
    device.write('door ajar');
    await device.line(/Type a line/);
    await platform('/valuestore/setValue', apiKey, {
      namespace: { scope: 'node', id: nodeId },
      key: 'push-interval',
      value: 7,
      type: 'float',
    });
    await device.line(/every 7 s/);
    const query = { nodes: [nodeId], variable: 'temperature' };
    await expect
      .poll(() => platform('/data/latest', apiKey, query))
      .toMatchObject({ data: { [nodeId]: { value: 31 } } });
    const lost = { nodeid: nodeId, from: 0, to: Date.now() + 60_000, order: 'desc', limit: 10 };
    expect(JSON.stringify(await platform('/logs/getLogs', apiKey, lost))).not.toContain('lost');
    device.write('unplug');
    await device.line(/^unplugged · /);
    await expect
      .poll(async () => JSON.stringify(await platform('/logs/getLogs', apiKey, lost)))
      .toContain('connection lost');
    device.write('start');
    device.write('quit');
    expect(await device.ended).toBe(0);
  });

  test('keeps control characters of a command from the terminal', async () => {
    const device = startDevice({ ANEDYA_SANDBOX_URL: sandbox });
    const [, apiKey = ''] = await device.line(/ANEDYA_API_KEY=(.+)/);
    const [, nodeid = ''] = await device.line(/ANEDYA_NODE_ID=(.+)/);
    await device.line(/set-led on: success/);
    const command = { nodeid, command: 'cls', data: '\u001b[2Jx\ny', type: 'string' };
    await platform('/commands/send', apiKey, { ...command, expiry: Date.now() + 60_000 });
    await device.line(/cls {2}\[2Jx y: failure/);
    expect(device.lines.join('')).not.toMatch(/\p{Cc}/u);
  });

  test('connects over TLS with a connection key, as to the platform', async () => {
    const created = await fetch(`${sandbox}/projects`, { method: 'POST' });
    const { nodes, apiKey } = (await created.json()) as Project;
    const [node] = nodes;
    const device = startDevice(await withKey(node));
    await device.line(/needs these variables: temperature \(float\), humidity \(float\)/);
    await device.line(/^on · /);
    // The project lacks some of the variables.
    await device.line(/← PUBLISH errors .*4040/);
    expect(device.lines.join('\n')).not.toContain(apiKey);
    expect(device.lines.join('\n')).not.toContain(node.connectionKey);
    expect(await device.stop('SIGTERM')).toBe(0);
  });

  test('creates the variables that the project of the setup block lacks', async () => {
    const created = await fetch(`${sandbox}/projects`, { method: 'POST' });
    const { nodes, apiKey } = (await created.json()) as Project;
    const [node] = nodes;
    const device = startDevice({
      ...(await withKey(node)),
      ANEDYA_API_URL: `${sandbox}/platform/v1`,
      ANEDYA_API_KEY: apiKey,
    });
    await device.line(/^Created the variables .*lamp, pump$/);
    await device.line(/← PUBLISH response .*"success":true/);
    await device.line(/^on · /);
    const list = await platform('/variables/list', apiKey, { limit: 100, offset: 0 });
    expect(JSON.stringify(list)).toContain('"pump"');
  });

  test('says that another client has its device id, and waits longer each time', async () => {
    const created = await fetch(`${sandbox}/projects`, { method: 'POST' });
    const { nodes } = (await created.json()) as Project;
    const environment = await withKey(nodes[0]);
    const first = startDevice(environment);
    await first.line(/^on · /);
    const second = startDevice(environment);
    await first.line(/Another client has connected with the device id .* Stop it/);
    await first.line(/Trying again in 1 s/);
    await second.line(/Another client has connected/);
    await first.line(/Trying again in 2 s/);
  });

  test.each([
    [{ ANEDYA_SANDBOX_URL: `http://${host}:9` }, /^Nothing responds at .*: run "npm start"/],
    [{ ...complete, ANEDYA_API_URL: `http://${host}:9` }, /^Nothing responds at .*ANEDYA_API_URL/],
    [{ ANEDYA_CONNECTION_KEY: 'key' }, /^ANEDYA_MQTT_HOST and ANEDYA_DEVICE_ID must be set, too/],
    [
      { ...complete, ANEDYA_API_URL: `http://${host}:9`, ANEDYA_CA_FILE: 'missing.pem' },
      /^ANEDYA_CA_FILE is "missing.pem", which cannot be read/,
    ],
  ])('says what is missing: %o', async (environment, message) => {
    const device = startDevice(environment);
    expect(await device.line(message)).not.toBeNull();
    expect(await device.ended).toBe(1);
  });

  test('says that the API key is wrong', async () => {
    const device = startDevice({ ...complete, ANEDYA_API_URL: `${sandbox}/platform/v1` });
    expect(await device.line(/ rejected the request: check ANEDYA_API_KEY /)).not.toBeNull();
    expect(await device.ended).toBe(1);
  });

  test('ignores variables that are empty', async () => {
    const device = startDevice({ ANEDYA_SANDBOX_URL: '', ANEDYA_CONNECTION_KEY: ' ' });
    // By default, the sandbox of "npm start": on the machine of a test, it may run.
    const [line = ''] = await device.line(/Nothing responds at .*|ANEDYA_API_URL=.*/);
    expect(line).toContain('http://localhost:3000/sandbox');
  });
});
