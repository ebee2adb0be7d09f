import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { generate } from 'mqtt-packet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TlsIdentity } from '../../src/mqtt/tls-identity.ts';
import { listenTcp, listenTls, listenWebSocket, type Listener } from '../../src/mqtt/listener.ts';
import { Device } from './support/device.ts';
import { connectPacket } from './support/raw-client.ts';
import { anywhere, startBroker, type TestBroker } from './support/start.ts';

// An unhandled `error` of a socket would fail the run.

let folder: string;
let identity: TlsIdentity;
let served: TestBroker;
const listeners: Record<string, Listener> = {};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-resets-'));
  identity = await TlsIdentity.open({ folder, names: ['127.0.0.1'], clock: Date });
  served = await startBroker();
  listeners.mqtt = await listenTcp(served.broker, anywhere);
  listeners.mqtts = await listenTls(served.broker, anywhere, identity);
  listeners.ws = await listenWebSocket(served.broker, anywhere, identity);
});
afterAll(async () => {
  await served.close();
  await Promise.all(Object.values(listeners).map((listener) => listener.close()));
  await rm(folder, { recursive: true });
});

const portOf = (name: string) => listeners[name]?.port ?? 0;

async function opened(name: string): Promise<Socket> {
  const socket = connect(portOf(name), '127.0.0.1').setNoDelay(true);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

/** The first bytes of a client that begins a TLS handshake. */
async function clientHello(): Promise<Buffer> {
  const [near, far] = await pair();
  const socket = connectTls({ socket: near, servername: 'localhost' });
  socket.on('error', () => undefined);
  const [hello] = (await once(far, 'data')) as [Buffer];
  socket.destroy();
  near.destroy();
  far.destroy();
  return hello;
}

async function pair(): Promise<[Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const near = connect(port, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  server.close();
  for (const socket of [near, far]) socket.on('error', () => undefined);
  return [near, far];
}

const upgrade = (key: string) =>
  Buffer.from(
    `GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\n${key}Sec-WebSocket-Protocol: mqtt\r\n\r\n`,
  );
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Listener; what a client sends; the bytes after which it resets the connection. */
const cases: readonly [string, string, () => Promise<Buffer>, 'every' | 'some'][] = [
  ['mqtt', 'CONNECT', () => Promise.resolve(generate(connectPacket(node(), 5))), 'every'],
  ['mqtts', 'a TLS handshake', clientHello, 'some'],
  ['ws', 'a TLS handshake', clientHello, 'some'],
  ['ws', 'an upgrade', () => Promise.resolve(upgrade(key)), 'every'],
  ['ws', 'an upgrade that is rejected', () => Promise.resolve(upgrade('')), 'every'],
  ['ws', 'a plain request', () => Promise.resolve(Buffer.from('GET / HTTP/1.1\r\n\r\n')), 'every'],
];
const node = () => served.platform.addNode();

async function stillServes(): Promise<void> {
  await expect.poll(() => served.broker.open).toBe(0);
  const device = await Device.connect(`mqtt://127.0.0.1:${portOf('mqtt')}`, node(), 5);
  expect((await device.request('heartbeat/json', {})).body.success).toBe(true);
  await device.end();
  expect(served.errors).toEqual([]);
}

describe('a connection may be reset at any byte', () => {
  test.each(cases)('of %s: %s', async (name, _, bytesOf, where) => {
    const bytes = await bytesOf();
    const step = where === 'every' ? 1 : 37;
    for (let sent = 0; sent <= bytes.length; sent += step) {
      const socket = await opened(name);
      if (sent > 0) await new Promise((resolve) => socket.write(bytes.subarray(0, sent), resolve));
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    await stillServes();
  });

  test.each(['mqtts', 'ws'])('of %s: after the TLS handshake', async (name) => {
    for (const text of ['', '\x10', 'GET / HT', upgrade(key).toString(), upgrade('').toString()]) {
      const raw = await opened(name);
      const socket = connectTls({
        socket: raw,
        ca: identity.ca,
        checkServerIdentity: () => undefined,
      });
      socket.on('error', () => undefined);
      await once(socket, 'secureConnect');
      if (text !== '') await new Promise((resolve) => socket.write(text, resolve));
      raw.resetAndDestroy();
      await once(raw, 'close');
    }
    await stillServes();
  });
});

describe('the WebSocket port cuts off', () => {
  /** What the server sends until the connection ends. */
  async function exchange(bytes: Buffer): Promise<string> {
    const socket = await opened('ws');
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.write(bytes);
    await closeOf(socket);
    return Buffer.concat(received).toString();
  }

  test('requests behind one another, without a response', async () => {
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    expect(await exchange(Buffer.from(request.repeat(100)))).toBe('');
    expect(await exchange(Buffer.from(`${request}GET`))).toBe('');
    await stillServes();
  });

  test('a head that is too large', async () => {
    expect(await exchange(Buffer.from(`GET /${'a'.repeat(20_000)}`))).toBe('');
  });

  test('a client after one response', async () => {
    const response = await exchange(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    expect(response).toMatch(/^HTTP\/1\.1 426 /);
    expect(await exchange(upgrade(''))).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('a client that does not finish its handshake', async () => {
    const hello = await clientHello();
    const sockets = await Promise.all(['mqtts', 'ws', 'ws'].map(opened));
    sockets[0]?.write(hello.subarray(0, 50));
    sockets[1]?.write(hello.subarray(0, 50));
    sockets[2]?.write('GET / HTTP/1.1\r\n');
    await expect.poll(() => served.broker.open).toBe(3);
    served.timers.advance(10_000);
    await Promise.all(sockets.map(closeOf));
    await stillServes();
  });
});
