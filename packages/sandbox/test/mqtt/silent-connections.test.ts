import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TlsIdentity } from '../../src/mqtt/tls-identity.ts';
import { listenTcp, listenTls, listenWebSocket, type Listener } from '../../src/mqtt/listener.ts';
import type { MqttBroker } from '../../src/mqtt/broker.ts';
import { Device } from './support/device.ts';
import { anywhere, startBroker } from './support/start.ts';

let folder: string;
let identity: TlsIdentity;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-silent-'));
  identity = await TlsIdentity.open({ folder, names: ['127.0.0.1'], clock: Date });
});
afterAll(() => rm(folder, { recursive: true }));

async function connectSilently({ port }: Listener): Promise<{ closed: Promise<unknown> }> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { closed };
}

const kinds: readonly [string, (broker: MqttBroker) => Promise<Listener>][] = [
  ['mqtt', (broker) => listenTcp(broker, anywhere)],
  ['mqtts', (broker) => listenTls(broker, anywhere, identity)],
  ['ws', (broker) => listenWebSocket(broker, anywhere)],
  ['wss', (broker) => listenWebSocket(broker, anywhere, identity)],
];

describe.each(kinds)('a connection to %s that says nothing', (scheme, listen) => {
  test('ends with the listener', async () => {
    const served = await startBroker();
    const listener = await listen(served.broker);
    const { closed } = await connectSilently(listener);
    // It has been taken when one that came later is served.
    const url = `${scheme}://127.0.0.1:${listener.port}`;
    const device = await Device.connect(url, served.platform.addNode(), 5, { ca: identity.ca });
    await served.close();
    expect(await device.ended).toBe(0x8b);
    await listener.close();
    await closed;
  });

  test('makes way for a new one when there are too many', async () => {
    const served = await startBroker({ connections: 1 });
    const listener = await listen(served.broker);
    const first = await connectSilently(listener);
    const second = await connectSilently(listener);
    const url = `${scheme}://127.0.0.1:${listener.port}`;
    const device = await Device.connect(url, served.platform.addNode(), 5, { ca: identity.ca });
    await first.closed;
    expect(served.broker.open).toBe(2);
    await connectSilently(listener);
    await second.closed;
    expect((await device.request('heartbeat/json', {})).body.success).toBe(true);
    await served.close();
    await listener.close();
    await expect.poll(() => served.broker.open).toBe(0);
  });
});
