import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generate } from 'mqtt-packet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { TlsIdentity } from '../../src/mqtt/tls-identity.ts';
import { listenWebSocket, type Listener } from '../../src/mqtt/listener.ts';
import { upgradeHandler } from '../../src/mqtt/websocket.ts';
import { Device } from './support/device.ts';
import { heartbeat } from './support/heartbeat.ts';
import { connectPacket } from './support/raw-client.ts';
import { anywhere, startBroker, type TestBroker } from './support/start.ts';

let served: TestBroker;
let listener: Listener;

beforeAll(async () => {
  served = await startBroker();
  listener = await listenWebSocket(served.broker, anywhere);
});
afterAll(async () => {
  await served.close();
  await listener.close();
});

/** The status and the body of the response to an upgrade that is rejected. */
async function rejection(url: string, protocols: string[]): Promise<[number | undefined, string]> {
  const socket = new WebSocket(url, protocols);
  socket.once('open', () => socket.terminate());
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  return [response.statusCode, await text(response)];
}

test('a server that exists already offers MQTT at a path, and keeps its other upgrades', async () => {
  const server = createServer((_, response) => response.end('the site'));
  const upgrade = upgradeHandler(served.broker, '/sandbox/mqtt');
  server.on('upgrade', (request, socket, head) => {
    if (!upgrade(request, socket, head)) socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const node = served.platform.addNode();
  const device = await Device.connect(`ws://127.0.0.1:${port}/sandbox/mqtt`, node, 5);
  expect((await device.request('heartbeat/json', {})).body.success).toBe(true);
  await device.end();
  const elsewhere = new WebSocket(`ws://127.0.0.1:${port}/elsewhere`, 'mqtt');
  const [error] = (await once(elsewhere, 'error')) as [Error];
  expect(error.message).toContain('404');
  await new Promise((resolve) => server.close(resolve));
});

// specs/facts/device-api.md: the platform's port speaks TLS at /mqtt.
test.each(['', '/', '/mqtt'])('one port takes ws and wss at the path "%s"', async (path) => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-ws-'));
  const identity = await TlsIdentity.open({ folder, names: ['127.0.0.1'], clock: Date });
  const both = await listenWebSocket(served.broker, anywhere, identity);
  for (const scheme of ['ws', 'wss']) {
    const url = `${scheme}://127.0.0.1:${both.port}${path}`;
    const device = await Device.connect(url, served.platform.addNode(), 4, { ca: identity.ca });
    expect((await device.request('heartbeat/json', {})).body.success).toBe(true);
    await device.end();
  }
  await both.close();
  await rm(folder, { recursive: true });
});

// MQTT 3.1.1 and 5.0, 6: the client must offer the subprotocol "mqtt".
test.each([[[]], [['mqttv3.1']], [['chat', 'soap']]])(
  'a client that offers %j instead of the subprotocol "mqtt" is rejected with the reason',
  async (protocols) => {
    const [status, reason] = await rejection(`ws://127.0.0.1:${listener.port}/mqtt`, protocols);
    expect(status).toBe(400);
    expect(reason).toContain('Sec-WebSocket-Protocol: mqtt');
  },
);

test('a client that offers other subprotocols as well gets "mqtt"', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${listener.port}/mqtt`, ['mqttv3.1', 'mqtt']);
  await once(socket, 'open');
  expect(socket.protocol).toBe('mqtt');
  socket.terminate();
});

test('an upgrade at another path is rejected with the right one', async () => {
  const [status, reason] = await rejection(`ws://127.0.0.1:${listener.port}/other`, ['mqtt']);
  expect(status).toBe(404);
  expect(reason).toContain('/mqtt');
});

// MQTT 5.0, 6: data is sent in binary frames.
test('a client that sends text is disconnected', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${listener.port}/`, 'mqtt');
  await once(socket, 'open');
  expect(socket.protocol).toBe('mqtt');
  socket.send('hello');
  const [code] = (await once(socket, 'close')) as [number];
  expect(code).toBe(1003);
});

test('a packet in a text message is not executed', async () => {
  const node = served.platform.addNode();
  const socket = new WebSocket(`ws://127.0.0.1:${listener.port}/`, 'mqtt');
  await once(socket, 'open');
  socket.send(generate(connectPacket(node, 4)));
  await once(socket, 'message');
  socket.send(generate(heartbeat(node)).toString('latin1'));
  const [code] = (await once(socket, 'close')) as [number];
  expect(code).toBe(1003);
  await expect.poll(() => served.broker.connected).toBe(0);
  expect(node.heartbeats).toBe(0);
});

test('a browser that opens the address is told what it is', async () => {
  const response = await fetch(`http://127.0.0.1:${listener.port}/`);
  expect(response.status).toBe(426);
  expect(await response.text()).toContain('MQTT client');
});

test('a device that reports much sends packets over several frames', async () => {
  const device = await Device.connect(`ws://127.0.0.1:${listener.port}`, served.platform.addNode());
  const data = Array.from({ length: 2000 }, (_, timestamp) => ({
    variable: 'temperature',
    value: 1,
    timestamp,
  }));
  expect((await device.request('submitdata/json', { data })).topic).toBe('response');
  await device.end();
});
