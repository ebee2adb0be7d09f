import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from 'vitest';
import mqtt from 'mqtt';
import {
  post,
  startGuideSandbox,
  type GuideSandbox,
  type SandboxProject,
} from '../guides/support/guide-sandbox.ts';
import { temporaryFolder } from '../samples/support/folders.ts';
import { runProgram } from '../samples/support/run-program.ts';
import type { JsonValue } from '../../packages/openapi-model/src/types.ts';
import { placeOf } from './support/examples.ts';
import { commandOf, environment } from './support/run-example.ts';
import { startExample } from './support/start-example.ts';
import { testWith, toolOf } from './support/tools.ts';

// A thousand nodes, or twenty connections.
vi.setConfig({ testTimeout: 60_000 });

let sandbox: GuideSandbox;
beforeAll(async () => {
  sandbox = await startGuideSandbox();
});
afterAll(() => sandbox.close());

/** A new project, an empty folder with the certificate, and the variables of the setup block. */
async function setUp() {
  const project = await sandbox.createProject();
  const [folder, remove] = await temporaryFolder();
  onTestFinished(remove);
  const [{ nodeId, deviceId, connectionKey }] = project.nodes;
  const given = {
    ANEDYA_API_URL: project.platformUrl,
    ANEDYA_API_KEY: project.apiKey,
    ANEDYA_NODE_ID: nodeId,
    ANEDYA_DEVICE_ID: deviceId,
    ANEDYA_CONNECTION_KEY: connectionKey,
    ANEDYA_MQTT_HOST: project.broker.host,
    ANEDYA_MQTT_PORT: String(project.broker.tls),
    ANEDYA_CA_FILE: path.join(folder, 'ca.pem'),
  };
  await writeFile(given.ANEDYA_CA_FILE, sandbox.ca);
  const run = (file: string, ...args: readonly string[]) =>
    runProgram({
      file: 'python3',
      args: [placeOf(file), ...args],
      cwd: folder,
      env: environment(given),
    });
  return { project, folder, given, run };
}

const asBackEnd = ({ platformUrl, apiKey }: SandboxProject, operation: string, body: JsonValue) =>
  post(platformUrl + operation, body, { Authorization: `Bearer ${apiKey}` });

const asDevice = ({ deviceUrl }: SandboxProject, key: string, operation: string, body: JsonValue) =>
  post(deviceUrl + operation, body, { 'Auth-mode': 'key', Authorization: key });

const heartbeat = (project: SandboxProject, key: string) =>
  asDevice(project, key, '/heartbeat', {});

describe('provisioning/provision.py', () => {
  const file = 'provisioning/provision.py';
  const test = testWith(toolOf(file));

  test('creates nodes whose devices can connect, and continues after a stop', async () => {
    const { project, folder, run } = await setUp();
    const serials = Array.from({ length: 30 }, (_, index) => `SERIAL-${index}`);
    await writeFile(path.join(folder, 'serials.txt'), serials.join('\n'));
    const first = await run(file, 'serials.txt', 'devices.csv');
    expect(first).toMatchObject({
      code: 0,
      stdout: '30 of 30 devices are in devices.csv\n',
      stderr: '',
    });
    const devices = path.join(folder, 'devices.csv');
    expect((await stat(devices)).mode & 0o077).toBe(0);
    const rows = (await readFile(devices, 'utf8')).trim().split('\n');
    expect(rows).toHaveLength(31);
    for (const row of rows.slice(1)) {
      const [, , , key = ''] = row.split(',');
      expect(await heartbeat(project, key)).toMatchObject({ success: true });
    }
    // As if it had been stopped after it had created and authorized the last nodes.
    await writeFile(devices, `${rows.slice(0, 25).join('\n')}\n`);
    const again = await run(file, 'serials.txt', 'devices.csv');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect((await readFile(devices, 'utf8')).trim().split('\n')).toEqual(rows);
    const { totalCount } = await asBackEnd(project, '/node/list', { limit: 1 });
    expect(totalCount).toBe(32);
  });
});

describe('provisioning/rotate_key.py', () => {
  const file = 'provisioning/rotate_key.py';
  const test = testWith(toolOf(file));

  test('moves a device to a node with a new key, and keeps its data', async () => {
    const { project, folder, given, run } = await setUp();
    const { ANEDYA_NODE_ID: old, ANEDYA_CONNECTION_KEY: oldKey, ANEDYA_DEVICE_ID: device } = given;
    const scope = (id: string) => ({ namespace: { scope: 'node', id }, key: 'rotate-test' });
    const value = { ...scope(old), value: 30, type: 'float' };
    await asBackEnd(project, '/valuestore/setValue', value);
    const timestamp = Date.now() - 60_000;
    const point = { variable: 'temperature', value: 21.125, timestamp };
    await asDevice(project, oldKey, '/submitData', { data: [point] });

    expect(await run(file, 'prepare')).toMatchObject({ code: 0, stderr: '' });
    const state = path.join(folder, `rotation-${old}.json`);
    expect((await stat(state)).mode & 0o077).toBe(0);
    const rotation = JSON.parse(await readFile(state, 'utf8')) as Record<string, string>;
    const { new_node: node = '', key = '' } = rotation;
    expect(key).not.toBe(oldKey);
    // The device still uses the old key until the end.
    expect(await heartbeat(project, oldKey)).toMatchObject({ success: true });
    // A second run continues with the same node.
    const again = await run(file, 'prepare');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toContain(`node ${node}:`);
    // Changed after it was copied.
    await asBackEnd(project, '/valuestore/setValue', { ...value, value: 45 });

    const finished = await run(file, 'finish');
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(finished.stdout).toContain(`the device is node ${node} now\n`);
    expect(await heartbeat(project, oldKey)).toMatchObject({ success: false });
    expect(await heartbeat(project, key)).toMatchObject({ success: true });
    const { data } = await asBackEnd(project, '/node/details', { nodes: [node] });
    const details = data as Record<string, Record<string, JsonValue>>;
    expect(details[node]).toMatchObject({ deviceId: device, node_name: project.nodes[0].name });
    expect(await asBackEnd(project, '/valuestore/getValue', scope(node))).toMatchObject({
      value: 45,
      type: 'float',
    });
    const csv = await readFile(path.join(folder, `${old}-temperature.csv`), 'utf8');
    expect(csv).toMatch(/^timestamp,value\n/);
    expect(csv).toContain(`\n${Math.floor(timestamp / 1000)},21.125\n`);
  });

  test('continues when the response to the deletion is lost', async () => {
    const { project, folder, given, run } = await setUp();
    const old = given.ANEDYA_NODE_ID;
    await run(file, 'prepare');
    const state = path.join(folder, `rotation-${old}.json`);
    const rotation = JSON.parse(await readFile(state, 'utf8')) as Record<string, string>;
    await asBackEnd(project, '/node/delete', { nodeid: old });
    expect(await run(file, 'finish')).toMatchObject({ code: 0, stderr: '' });
    expect(await heartbeat(project, rotation.key ?? '')).toMatchObject({ success: true });
  });
});

describe.each(['submit-mqtt/backoff.py', 'submit-mqtt/backoff.mjs'])('%s', (file) => {
  const test = testWith(toolOf(file));

  test('waits longer after each error 159, and then connects', async () => {
    const { given } = await setUp();
    const { ANEDYA_DEVICE_ID: deviceId, ANEDYA_CONNECTION_KEY: password } = given;
    const connect = () =>
      mqtt.connectAsync({
        ...{ protocol: 'mqtts', protocolVersion: 5, reconnectPeriod: 0, ca: sandbox.ca },
        ...{ host: given.ANEDYA_MQTT_HOST, port: Number(given.ANEDYA_MQTT_PORT) },
        ...{ clientId: deviceId, username: deviceId, password },
      });
    const running = startExample(commandOf(file, given));
    onTestFinished(running.stop);
    const pauses = () =>
      [...running.output().matchAll(/^159 .*: again in ([\d.]+) s$/gm)].map(([, text]) =>
        Number(text),
      );
    // Uses up the connections that the sandbox allows at once.
    const exhaust = async () => {
      while (pauses().length < 2) {
        await connect().then(
          (client) => client.endAsync(true),
          (error: unknown) => expect(error).toMatchObject({ code: 159 }),
        );
      }
    };
    await Promise.race([running.ended, exhaust()]);
    const [first = 0, second = 0] = pauses();
    expect(first).toBeGreaterThanOrEqual(1);
    // The random part of the first pause is at most the pause itself.
    expect(second).toBeGreaterThanOrEqual(first);
    const { length } = running.output();
    sandbox.advance(60_000);
    const reconnected = expect
      .poll(() => running.output().slice(length), { timeout: 30_000 })
      .toMatch(/^connected$/m);
    await Promise.race([running.ended, reconnected]);
  });

  test('waits for a minute after a wrong key', async () => {
    const { given } = await setUp();
    const running = startExample(commandOf(file, { ...given, ANEDYA_CONNECTION_KEY: 'wrong' }));
    onTestFinished(running.stop);
    await Promise.race([
      running.ended,
      expect
        .poll(() => running.output(), { timeout: 30_000 })
        .toMatch(/^13[45] .*: again in (?:[6-9]\d|1[01]\d|120)\.\d s$/m),
    ]);
  });
});

describe('data/export.py', () => {
  const file = 'data/export.py';
  const test = testWith(toolOf(file));

  test('exports each point once, from more than one response', async () => {
    const { project, run } = await setUp();
    const [{ connectionKey }] = project.nodes;
    const noon = Date.UTC(2026, 0, 15, 12);
    // 24,000 points: four with equal values in each second.
    for (let start = 0; start < 24_000; start += 3000) {
      const data = Array.from({ length: 3000 }, (_, index) => ({
        variable: 'temperature',
        value: 20,
        timestamp: noon + (start + index) * 250,
      }));
      expect(await asDevice(project, connectionKey, '/submitData', { data })).toMatchObject({
        success: true,
      });
    }
    const exported = await run(file, 'temperature', '2026-01-01', '2026-02-01');
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    const [head, ...rows] = exported.stdout.trim().split('\r\n');
    expect(head).toBe('time,value');
    expect(rows).toHaveLength(24_000);
    expect(rows[0]).toBe('2026-01-15T12:00:00+00:00,20');
    expect(rows).toEqual(rows.toSorted());
  });
});
