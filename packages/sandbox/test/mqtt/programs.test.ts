import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TlsIdentity } from '../../src/mqtt/tls-identity.ts';
import { listenTls, type Listener } from '../../src/mqtt/listener.ts';
import type { TestNode } from './support/platform.ts';
import { anywhere, startBroker, type TestBroker } from './support/start.ts';

const run = promisify(execFile);
const pythonPath = [
  path.resolve(import.meta.dirname, '../../../../.cache/samples/python'),
  process.env.PYTHONPATH,
].join(path.delimiter);
const env = { ...process.env, PYTHONPATH: pythonPath };

/** Why a program cannot be run here; nothing when it can. */
function lackOf(program: string, args: readonly string[], status = 0): string | undefined {
  const outcome = spawnSync(program, args, { env });
  return outcome.status === status ? undefined : `${[program, ...args].join(' ')} does not work`;
}
const missing = {
  mosquitto: lackOf('mosquitto_sub', ['--help'], 1) ?? lackOf('mosquitto_pub', ['--help'], 1),
  paho: lackOf('python3', ['-c', 'import paho.mqtt.client']),
};
for (const [name, lack] of Object.entries(missing)) {
  if (lack !== undefined) console.log(`sandbox: skipped MQTT with ${name}: ${lack}`);
}

let served: TestBroker;
let tls: Listener;
let folder: string;
let caFile: string;
let node: TestNode;

beforeAll(async () => {
  served = await startBroker();
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-programs-'));
  const clock = { now: () => Date.now() };
  const names = ['localhost', '127.0.0.1'];
  const identity = await TlsIdentity.open({ folder: path.join(folder, 'tls'), names, clock });
  caFile = path.join(folder, 'ca.pem');
  await writeFile(caFile, identity.ca);
  tls = await listenTls(served.broker, anywhere, identity);
  node = served.platform.addNode();
});
afterAll(async () => {
  await served.close();
  await tls.close();
  await rm(folder, { recursive: true });
});

const topic = (suffix: string) => `$anedya/device/${node.deviceId ?? ''}/${suffix}`;

describe.skipIf(missing.mosquitto !== undefined).each(['311', '5'])(
  'mosquitto -V %s',
  (version) => {
    const options = (secure: boolean, password = node.connectionKey) => {
      const id = node.deviceId ?? '';
      const port = secure ? tls.port : served.tcp.port;
      const transport = [
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        ...(secure ? ['--cafile', caFile] : []),
      ];
      return [...transport, '-V', version, '-i', id, '-u', id, '-P', password];
    };

    test.each([false, true])('publishes with QoS 1 (TLS: %s)', async (secure) => {
      const before = node.heartbeats;
      const message = ['-q', '1', '-t', topic('heartbeat/json'), '-m', '{}'];
      await run('mosquitto_pub', [...options(secure), ...message]);
      expect(node.heartbeats).toBe(before + 1);
    });

    test('subscribes and gets a command', async () => {
      const args = [...options(true), '-q', '1', '-C', '1', '-t', topic('commands')];
      const program = run('mosquitto_sub', args, { timeout: 60_000 });
      const push = served.platform.issue(node, 'set-led', 'on');
      // Its output waits for its end, so nothing tells when it has subscribed: the command is sent until it has one.
      const timer = setInterval(() => served.broker.deliver(node.projectId, push), 20);
      const { stdout } = await program.finally(() => clearInterval(timer));
      expect(JSON.parse(stdout)).toEqual(push.body);
    });

    test('is told that its password is wrong', async () => {
      const args = [...options(false, 'other'), '-t', topic('heartbeat/json'), '-m', '{}'];
      const failed = run('mosquitto_pub', args);
      await expect(failed).rejects.toMatchObject({ code: version === '5' ? 134 : 4 });
    });
  },
);

/** Connects, subscribes, sends a request, prints the response and the reason code of the connection. */
const pahoProgram = `
import json, sys
import paho.mqtt.client as mqtt
port, ca, device, key, level = sys.argv[1:]
topic = "$anedya/device/" + device + "/"
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, device, protocol=int(level))
client.username_pw_set(device, key)
client.tls_set(ca)
def on_connect(client, userdata, flags, reason, properties):
    print("connected", reason.value, flush=True)
    if reason.is_failure:
        client.disconnect()
    else:
        client.subscribe([(topic + "response", 1), (topic + "errors", 0)])
def on_subscribe(client, userdata, mid, reasons, properties):
    print("granted", [reason.value for reason in reasons], flush=True)
    data = [{"variable": "temperature", "value": 24.5, "timestamp": 0}]
    client.publish(topic + "submitdata/json", json.dumps({"reqId": "py-1", "data": data}), qos=1)
def on_message(client, userdata, message):
    print("response", message.topic == topic + "response", message.payload.decode(), flush=True)
    client.disconnect()
client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_message = on_message
client.connect("127.0.0.1", int(port))
client.loop_forever(retry_first_connection=False)
`;

describe.skipIf(missing.paho !== undefined).each([4, 5])('paho with protocol %s', (level) => {
  const paho = async (key: string) => {
    const args = [String(tls.port), caFile, node.deviceId ?? '', key, String(level)];
    const { stdout } = await run('python3', ['-c', pahoProgram, ...args], { env });
    return stdout.trim().split('\n');
  };

  test('connects, subscribes and gets a response', async () => {
    const before = node.points.length;
    const [connected, granted, response = ''] = await paho(node.connectionKey);
    expect([connected, granted]).toEqual(['connected 0', 'granted [1, 0]']);
    expect(JSON.parse(response.replace('response True ', ''))).toEqual({
      reqId: 'py-1',
      success: true,
      error: '',
      errorcode: 0,
    });
    expect(node.points).toHaveLength(before + 1);
  });

  test('is told that its password is wrong', async () => {
    // paho translates return code 4 of MQTT 3.1.1 to the reason code of MQTT 5.
    expect((await paho('other'))[0]).toBe('connected 134');
  });
});
