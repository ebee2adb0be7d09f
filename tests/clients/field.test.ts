import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type GuideSandbox,
  post,
  type SandboxProject,
  startGuideSandbox,
} from '../guides/support/guide-sandbox.ts';
import {
  host,
  missingReason,
  printTable,
  program,
  pythonEnv,
  type Row,
  runProgram,
} from './support.ts';

const run = promisify(execFile);

type Transport = 'tcp' | 'tls' | 'ws' | 'wss';
const transports: readonly Transport[] = ['tcp', 'tls', 'ws', 'wss'];

let sandbox: GuideSandbox;
let project: SandboxProject;
let folder: string;
let caFile: string;
const rows: Row[] = [];

beforeAll(async () => {
  sandbox = await startGuideSandbox();
  folder = await mkdtemp(path.join(tmpdir(), 'field-clients-'));
  caFile = path.join(folder, 'ca.pem');
  await writeFile(caFile, sandbox.ca);
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
  if (rows.length > 0) printTable(rows);
});

/** A device may connect only so often, so each client has its own. */
async function useNewProject(): Promise<void> {
  project = await sandbox.createProject();
}

const portOf = (transport: Transport) =>
  transport === 'tcp' || transport === 'tls' ? project.broker[transport] : sandbox.ports.webSocket;

const device = () => project.nodes[0];
const topic = (suffix: string) => `$anedya/device/${device().deviceId}/${suffix}`;

async function sendCommand(): Promise<void> {
  const sent = await post(
    `${project.platformUrl}/commands/send`,
    {
      nodeid: device().nodeId,
      command: 'set-led',
      data: 'on',
      type: 'string',
      expiry: Date.now() + 3_600_000,
    },
    { Authorization: `Bearer ${project.apiKey}` },
  );
  expect(sent).toMatchObject({ success: true });
}

/** Runs a test of a client, and adds its method to the table when it has passed. */
async function method(client: string, name: string, action: () => Promise<void>): Promise<void> {
  await action();
  rows.push({ client, method: name, result: 'ok' });
}

const response = { success: true, error: '', errorcode: 0 };
const command = { command: 'set-led', data: 'on', datatype: 'string' };

describe('mqtt.js', () => {
  beforeAll(useNewProject);

  describe.each(transports)('over %s', (transport) => {
    const schemes = { tcp: 'mqtt', tls: 'mqtts', ws: 'ws', wss: 'wss' } as const;

    test.each([4, 5] as const)('with protocol level %s', async (protocolVersion) => {
      const name = `mqtt.js ${protocolVersion === 5 ? '5' : '3.1.1'} over ${transport}`;
      const { deviceId, connectionKey } = device();
      const options = { protocolVersion, clientId: deviceId, username: deviceId, ca: sandbox.ca };
      const url = `${schemes[transport]}://${host}:${portOf(transport)}/mqtt`;
      const client = await mqtt.connectAsync(url, {
        ...options,
        password: connectionKey,
        reconnectPeriod: 0,
      });
      try {
        const received = new Map<string, (message: unknown) => void>();
        const next = (suffix: string) =>
          new Promise<unknown>((resolve) => received.set(topic(suffix), resolve));
        client.on('message', (on, payload) => {
          received.get(on)?.(JSON.parse(payload.toString()));
        });
        await method(name, 'subscribe', async () => {
          const topics = [topic('response'), topic('errors'), topic('commands')];
          const granted = await client.subscribeAsync(topics, { qos: 1 });
          expect(granted.map(({ qos }) => qos)).toEqual([1, 1, 1]);
        });
        await method(name, 'request and response', async () => {
          const responded = next('response');
          const data = [{ variable: 'temperature', value: 24.5, timestamp: 0 }];
          const body = JSON.stringify({ reqId: 'js-1', data });
          await client.publishAsync(topic('submitdata/json'), body, { qos: 1 });
          expect(await responded).toEqual({ reqId: 'js-1', ...response });
        });
        await method(name, 'error of a request', async () => {
          const failed = next('errors');
          const data = [{ variable: 'unknown', value: 1, timestamp: 0 }];
          const body = JSON.stringify({ reqId: 'js-2', data });
          await client.publishAsync(topic('submitdata/json'), body, { qos: 1 });
          expect(await failed).toMatchObject({ reqId: 'js-2', success: false });
        });
        await method(name, 'command', async () => {
          const pushed = next('commands');
          await sendCommand();
          expect(await pushed).toMatchObject(command);
        });
      } finally {
        await client.endAsync();
      }
      await method(name, 'rejected password', async () => {
        const rejected = mqtt.connectAsync(
          url,
          { ...options, password: 'other', reconnectPeriod: 0 },
          false,
        );
        await expect(rejected).rejects.toMatchObject({ code: protocolVersion === 5 ? 134 : 4 });
      });
    });
  });
});

const missing = {
  paho: missingReason('python3', ['-c', 'import paho.mqtt.client']),
  mosquitto:
    missingReason('mosquitto_sub', ['--help'], 1) ?? missingReason('mosquitto_pub', ['--help'], 1),
};
for (const [name, reason] of Object.entries(missing)) {
  if (reason !== undefined) console.log(`clients: skipped ${name}: ${reason}`);
}

interface PahoLine {
  readonly kind: string;
  readonly value: unknown;
}

describe.skipIf(missing.paho !== undefined)('paho', () => {
  beforeAll(useNewProject);

  describe.each(transports)('over %s', (transport) => {
    test.each([4, 5])('with protocol level %s', async (level) => {
      const name = `paho ${level === 5 ? '5' : '3.1.1'} over ${transport}`;
      const paho = (key: string, onLine?: (line: PahoLine) => Promise<void>) => {
        const at = [transport, host, String(portOf(transport)), '/mqtt', caFile];
        const args = [program('paho-client.py'), ...at, device().deviceId, key, String(level)];
        return runProgram<PahoLine>('python3', args, { env: pythonEnv }, onLine);
      };
      const lines = await paho(device().connectionKey, async ({ kind }) => {
        if (kind === 'response') await sendCommand();
      });
      const of = (kind: string) => lines.find((line) => line.kind === kind)?.value;
      await method(name, 'subscribe', async () => {
        expect([of('connected'), of('granted')]).toEqual([0, [1, 0, 1]]);
        return Promise.resolve();
      });
      await method(name, 'request and response', async () => {
        expect(of('response')).toEqual({ reqId: 'py-1', ...response });
        return Promise.resolve();
      });
      await method(name, 'command', async () => {
        expect(of('commands')).toMatchObject(command);
        return Promise.resolve();
      });
      await method(name, 'rejected password', async () => {
        // paho translates return code 4 of MQTT 3.1.1 to the reason code of MQTT 5.
        expect(await paho('other')).toEqual([{ kind: 'connected', value: 134 }]);
      });
    });
  });
});

describe.skipIf(missing.mosquitto !== undefined)('mosquitto', () => {
  beforeAll(useNewProject);

  describe.each(['tcp', 'tls'] as const)('over %s', (transport) => {
    test.each(['311', '5'])('with -V %s', async (version) => {
      const name = `mosquitto ${version === '5' ? '5' : '3.1.1'} over ${transport}`;
      const { deviceId, connectionKey } = device();
      const options = (password = connectionKey) => [
        '-h',
        host,
        '-p',
        String(portOf(transport)),
        '-V',
        version,
        '-i',
        deviceId,
        '-u',
        deviceId,
        '-P',
        password,
        ...(transport === 'tls' ? ['--cafile', caFile] : []),
      ];
      const heartbeat = ['-q', '1', '-t', topic('heartbeat/json'), '-m', '{}'];
      await method(name, 'publish', async () => {
        await run('mosquitto_pub', [...options(), ...heartbeat]);
      });
      await method(name, 'command', async () => {
        const wait = ['-q', '1', '-C', '1', '-t', topic('commands')];
        const subscribed = run('mosquitto_sub', [...options(), ...wait], { timeout: 60_000 });
        // Its output waits for its end, so nothing tells when it has subscribed: commands are sent until it has one.
        const sent = new AbortController();
        const received = subscribed.finally(() => {
          sent.abort();
        });
        while (!sent.signal.aborted) await sendCommand();
        const { stdout } = await received;
        expect(JSON.parse(stdout)).toMatchObject(command);
      });
      await method(name, 'rejected password', async () => {
        const rejected = run('mosquitto_pub', [...options('other'), ...heartbeat]);
        await expect(rejected).rejects.toMatchObject({ code: version === '5' ? 134 : 4 });
      });
    });
  });
});
