import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { generate, type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocketEndpoint } from '../../src/mqtt/websocket.ts';
import { turn } from './support/memory-client.ts';
import { connectPacket } from './support/raw-client.ts';
import { startBroker, type TestBroker } from './support/start.ts';

const pingRequest = generate({ cmd: 'pingreq' });
const pingResponse = generate({ cmd: 'pingresp' });
/** Opcodes of frames (RFC 6455, 5.2), with the bit of a message's last one. */
const opcodes = { first: 0x02, continuation: 0x00, binary: 0x82, ping: 0x89, pong: 0x8a } as const;
const limits = { connectionTraffic: { burst: 20_000, perSecond: 0 } };

let served: TestBroker;

beforeEach(async () => {
  served = await startBroker(limits);
});
afterEach(() => served.close());

/** A frame of a client, whose mask changes nothing. */
function frame(opcode: number, payload: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(payload.length));
  const size = payload.length < 126 ? [0x80 | payload.length] : [0x80 | 127, ...length];
  return Buffer.concat([Buffer.from([opcode, ...size, 0, 0, 0, 0]), payload]);
}
const repeated = (count: number, bytes: Buffer) =>
  Buffer.concat(Array.from({ length: count }, () => bytes));

/** Opens a WebSocket in memory. */
async function open() {
  const [near, far] = duplexPair();
  const request = new IncomingMessage(new Socket());
  Object.assign(request, {
    method: 'GET',
    headers: {
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
      'sec-websocket-protocol': 'mqtt',
    },
  });
  const received: Buffer[] = [];
  near.on('data', (bytes: Buffer) => received.push(bytes));
  near.on('error', () => undefined);
  near.on('end', () => near.end());
  const closed = once(far, 'close');
  new WebSocketEndpoint(served.broker).upgrade(request, far, Buffer.alloc(0), 'flooder');
  await turn();
  expect(Buffer.concat(received).toString()).toContain('101 Switching Protocols');
  return { near, closed, received: () => Buffer.concat(received).toString('latin1') };
}

async function connect() {
  const client = await open();
  const packet: Packet = connectPacket(served.platform.addNode(), 4);
  client.near.write(frame(opcodes.binary, generate(packet)));
  while (served.broker.connected === 0) await turn();
  return client;
}

test('frames that arrive together are handled in a turn of the event loop each', async () => {
  const { near, received } = await connect();
  const responses = () => received().split(pingResponse.toString('latin1')).length - 1;
  near.write(repeated(100, frame(opcodes.binary, pingRequest)));
  let most = 0;
  while (responses() < 100) {
    const before = responses();
    await turn();
    most = Math.max(most, responses() - before);
  }
  expect(most).toBeLessThanOrEqual(2);
  near.end();
});

test.each(['ping', 'pong'] as const)('a flood of %s frames is cut off', async (kind) => {
  const { near, closed, received } = await connect();
  near.write(repeated(2000, frame(opcodes[kind], Buffer.from('still there?'))));
  await closed;
  const pongs = received().split('still there?').length - 1;
  expect(pongs).toBeLessThan(kind === 'ping' ? 800 : 1);
});

test.each<[string, () => Buffer]>([
  ['a large frame without a CONNECT', () => frame(opcodes.binary, Buffer.alloc(100_000, 0x10))],
  ['a message in many fragments', () => repeated(2000, frame(opcodes.continuation, pingRequest))],
])('%s is cut off', async (_, bytes) => {
  const { near, closed } = await open();
  near.write(frame(opcodes.first, Buffer.from([0x10])));
  near.write(bytes());
  await closed;
  expect([served.broker.open, served.errors]).toEqual([0, []]);
});

test('a frame that is too large is cut off', async () => {
  const { near, closed } = await connect();
  near.write(frame(opcodes.binary, Buffer.alloc(600_000)));
  await closed;
  while (served.broker.connected > 0) await turn();
});
