import { generate, type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mqttLimits } from '../../src/core/limits.ts';
import { connectPacket, RawClient } from './support/raw-client.ts';
import type { TestNode } from './support/platform.ts';
import { startBroker, type TestBroker } from './support/start.ts';

const connectTimeout = 10_000;
let served: TestBroker;
let node: TestNode;
let own: string;

beforeEach(async () => {
  served = await startBroker({ packetBytes: 5000, connectTimeout, outboundBytes: 200_000 });
  node = served.platform.addNode();
  own = `$anedya/device/${node.deviceId ?? ''}/`;
});
afterEach(() => served.close());

const port = () => served.tcp.port;
const publish = { cmd: 'publish', qos: 1, dup: false, retain: false, messageId: 3 } as const;
const heartbeat = () => ({ ...publish, topic: `${own}heartbeat/json`, payload: '{}' });
const points = (bytes: number) => ({
  ...publish,
  topic: `${own}heartbeat/json`,
  payload: JSON.stringify({ reqId: 'r', padding: 'x'.repeat(bytes) }),
});

/** Packets that end a connection, and the reason that MQTT 5 is told. */
const ends: readonly [string, () => Packet, number][] = [
  ['QoS 2', () => ({ ...heartbeat(), qos: 2 }), 0x9b],
  ['a topic alias', () => ({ ...heartbeat(), properties: { topicAlias: 1 } }), 0x94],
  ['no topic', () => ({ ...heartbeat(), topic: '', properties: { topicAlias: 1 } }), 0x94],
  ['a wildcard to publish to', () => ({ ...heartbeat(), topic: `${own}heartbeat/#` }), 0x90],
  ['a packet that is too large', () => points(5000), 0x95],
  ['a second CONNECT', () => ({ cmd: 'connect', clientId: 'x', protocolVersion: 5 }), 0x82],
  ['PUBREL', () => ({ cmd: 'pubrel', messageId: 3 }), 0x82],
  ['a packet of servers', () => ({ cmd: 'pingresp' }), 0x82],
  ['AUTH', () => ({ cmd: 'auth', reasonCode: 0x19 }), 0x82],
  [
    'a subscription identifier',
    () => ({
      cmd: 'subscribe',
      messageId: 3,
      subscriptions: [{ topic: `${own}#`, qos: 0 }],
      properties: { subscriptionIdentifier: 5 },
    }),
    0xa1,
  ],
];

describe('MQTT 5 is told why its connection ends:', () => {
  test.each(ends)('%s', async (_, packet, reasonCode) => {
    const { client } = await RawClient.connect(port(), node, 5);
    client.send(packet());
    const disconnect = await client.next('disconnect');
    expect(disconnect.reasonCode).toBe(reasonCode);
    expect(disconnect.properties?.reasonString).toMatch(/\.$/);
    await client.closed;
    expect(served.platform.requests).toBe(0);
    expect(served.errors).toEqual([]);
  });
});

// MQTT 3.1.1, 4.8: a protocol violation closes the connection.
test('a connection of MQTT 3.1.1 ends without a word', async () => {
  const { client } = await RawClient.connect(port(), node);
  client.send(points(5000));
  await client.closed;
  expect(client.packets.unread).toEqual([]);
});

test('QoS 2 of MQTT 3.1.1 gets an error response before the connection closes', async () => {
  const { client } = await RawClient.connect(port(), node);
  client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `${own}#`, qos: 0 }] });
  client.send({ ...heartbeat(), qos: 2 });
  const { topic, payload } = await client.next('publish');
  expect(topic).toBe(`${own}errors`);
  expect(payload.toString()).toContain('QoS 2 is not supported');
  await client.closed;
});

// MQTT 5, 4.3.3: PUBACK is no response to QoS 2, however many requests a client sends.
test('QoS 2 above the rate limit ends the connection as well', async () => {
  const { client } = await RawClient.connect(port(), node, 5);
  for (let sent = 0; sent <= mqttLimits.requests.burst; sent += 1) {
    client.send({ ...heartbeat(), qos: 0 });
  }
  client.send({ ...heartbeat(), qos: 2 });
  expect((await client.next('disconnect')).reasonCode).toBe(0x9b);
  expect(client.packets.unread.map(({ cmd }) => cmd)).not.toContain('puback');
});

test('a packet just within the limit is taken', async () => {
  const { client } = await RawClient.connect(port(), node, 5);
  client.send(points(4800));
  expect((await client.next('puback')).reasonCode).toBe(0);
});

test('a packet that arrives byte by byte is taken', async () => {
  const client = await RawClient.open(port());
  client.socket.setNoDelay(true);
  const bytes = Buffer.concat([generate(connectPacket(node, 4)), generate(heartbeat())]);
  for (const byte of bytes) {
    await new Promise((resolve) => client.socket.write(Buffer.from([byte]), resolve));
  }
  expect((await client.next('puback')).messageId).toBe(3);
});

describe('before it has connected, a client that', () => {
  test('says nothing is cut off', async () => {
    const client = await RawClient.open(port());
    await served.timers.begun.next((milliseconds) => milliseconds === connectTimeout);
    served.timers.advance(connectTimeout - 1);
    expect(client.socket.closed).toBe(false);
    served.timers.advance(1);
    await client.closed;
  });

  test.each<[string, Packet]>([
    ['publishes', { ...publish, topic: 'x', payload: '{}' }],
    ['pings', { cmd: 'pingreq' }],
    ['disconnects', { cmd: 'disconnect' }],
  ])('%s is cut off', async (_, packet) => {
    const client = await RawClient.open(port());
    client.send(packet);
    await client.closed;
    expect(client.packets.unread).toEqual([]);
  });

  test('sends a large packet is cut off by its header', async () => {
    const client = await RawClient.open(port());
    client.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    await client.closed;
  });

  test('speaks another protocol is cut off', async () => {
    const client = await RawClient.open(port());
    client.write(Buffer.from('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'));
    // Its first bytes look like the header of a packet that never comes.
    await served.timers.begun.next((milliseconds) => milliseconds === connectTimeout);
    served.timers.advance(connectTimeout);
    await client.closed;
  });
});

// MQTT 5.0, 3.2.2.3
test('MQTT 5 is told what it can use', async () => {
  const properties = { sessionExpiryInterval: 3600 };
  const { connack } = await RawClient.connect(port(), node, 5, {
    clean: false,
    keepalive: 0,
    properties,
  });
  expect(connack).toMatchObject({ reasonCode: 0, sessionPresent: false });
  expect(connack.properties).toMatchObject({
    sessionExpiryInterval: 0,
    receiveMaximum: 32,
    maximumQoS: 1,
    maximumPacketSize: 5000,
    subscriptionIdentifiersAvailable: false,
    sharedSubscriptionAvailable: false,
    serverKeepAlive: 1200,
  });
  // Their absence says 0 already.
  expect(connack.properties?.topicAliasMaximum).toBeUndefined();
  const { connack: plain } = await RawClient.connect(port(), node, 5);
  expect(plain.properties?.sessionExpiryInterval).toBeUndefined();
});

// MQTT 5.0, 3.2.0-1: no session without a CONNACK.
test.each([
  [19, 0],
  [18, 0x83],
])('a client that takes %s bytes is connected or told otherwise', async (size, code) => {
  const properties = { maximumPacketSize: size };
  const { client, connack } = await RawClient.connect(port(), node, 5, { properties });
  expect(connack.reasonCode).toBe(code);
  expect(served.broker.connected).toBe(code === 0 ? 1 : 0);
  if (code !== 0) await client.closed;
});

test('a client that takes no CONNACK at all is cut off', async () => {
  const client = await RawClient.open(port(), 5);
  client.send(connectPacket(node, 5, { properties: { maximumPacketSize: 4 } }));
  await client.closed;
  expect(client.packets.unread).toEqual([]);
  expect(served.broker.connected).toBe(0);
});

test('a session ends with its connection', async () => {
  const changes = { clean: false };
  const { client: first } = await RawClient.connect(port(), node, 4, changes);
  first.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `${own}#`, qos: 1 }] });
  await first.next('suback');
  first.send({ cmd: 'disconnect' });
  await first.closed;
  const { client, connack } = await RawClient.connect(port(), node, 4, changes);
  expect(connack.sessionPresent).toBe(false);
  served.broker.deliver(node.projectId, served.platform.issue(node, 'set-led', 'on'));
  client.send(heartbeat());
  await client.next('puback');
  expect(client.packets.unread).toEqual([]);
});

// MQTT 5.0, 3.1.2.10
test.each([4, 5] as const)(
  'a device of level %s that falls silent is disconnected',
  async (version) => {
    const { client } = await RawClient.connect(port(), node, version, { keepalive: 10 });
    served.timers.advance(10_000);
    client.send({ cmd: 'pingreq' });
    await client.next('pingresp');
    served.timers.advance(14_999);
    client.send({ cmd: 'pingreq' });
    await client.next('pingresp');
    served.timers.advance(15_000);
    if (version === 5) expect((await client.next('disconnect')).reasonCode).toBe(0x8d);
    await client.closed;
    expect(served.broker.connected).toBe(0);
  },
);

async function subscribed(changes: object) {
  const { client } = await RawClient.connect(port(), node, 5, changes);
  const subscriptions = [{ topic: `${own}commands`, qos: 1 as const }];
  client.send({ cmd: 'subscribe', messageId: 1, subscriptions });
  await client.next('suback');
  const deliver = (data: string) =>
    served.broker.deliver(node.projectId, served.platform.issue(node, 'set-led', data));
  return { client, deliver };
}

// MQTT 5.0, 4.9
test('a device gets no more unacknowledged messages than it takes, and the others in order', async () => {
  const { client, deliver } = await subscribed({ properties: { receiveMaximum: 2 } });
  for (const data of ['1', '2', '3', '4', '5']) deliver(data);
  const seen: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { payload, messageId } = await client.next('publish');
    client.send({ cmd: 'pingreq' });
    await client.next('pingresp');
    expect(client.packets.unread.length).toBe(Math.min(1, 4 - count));
    seen.push((JSON.parse(payload.toString()) as { data: string }).data);
    client.send({ cmd: 'puback', messageId, reasonCode: 0 });
  }
  expect(seen).toEqual(['1', '2', '3', '4', '5']);
});

test('a device that acknowledges nothing is disconnected before much waits for it', async () => {
  const { client, deliver } = await subscribed({ properties: { receiveMaximum: 1 } });
  for (let count = 0; count < 300; count += 1) deliver('x'.repeat(1000));
  expect((await client.next('disconnect')).reasonCode).toBe(0x97);
});

test('a device that does not read is cut off before much waits for it', async () => {
  const { client, deliver } = await subscribed({});
  client.socket.pause();
  // What the network takes is not counted, so this is more than it holds on any machine.
  for (let count = 0; count < 40_000 && served.broker.connected > 0; count += 1) {
    deliver('x'.repeat(1000));
    if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(served.broker.connected).toBe(0);
  client.socket.resume();
  await client.closed;
});

// MQTT 5.0, 3.1.2.11.4
test('a message that is larger than a device takes is left out', async () => {
  const { client, deliver } = await subscribed({ properties: { maximumPacketSize: 400 } });
  deliver('x'.repeat(500));
  deliver('short');
  const { payload } = await client.next('publish');
  expect(payload.toString()).toContain('short');
});

// MQTT 5.0, 3.4.2-2
test('an acknowledgement whose reason is too long for a device comes without it', async () => {
  const properties = { maximumPacketSize: 60 };
  const { client } = await RawClient.connect(port(), node, 5, { properties });
  client.send({ ...heartbeat(), payload: JSON.stringify({ reqId: 'a'.repeat(101) }) });
  const { reasonCode, properties: said } = await client.next('puback');
  expect([reasonCode, said?.reasonString]).toEqual([0x83, undefined]);
});

// MQTT 5.0, 3.8.4-1: the server responds to a SUBSCRIBE.
test('a device that cannot receive its response gets an error', async () => {
  const properties = { maximumPacketSize: 20 };
  const { client } = await RawClient.connect(port(), node, 5, { properties });
  const topics = Array.from({ length: 20 }, (_, index) => `${own}${index}`);
  const subscriptions = topics.map((topic) => ({ topic, qos: 0 as const }));
  client.send({ cmd: 'subscribe', messageId: 1, subscriptions });
  expect((await client.next('disconnect')).reasonCode).toBe(0x95);
});

// MQTT 5.0, 3.1.2.11.7
test('a device that wants no reasons gets codes alone', async () => {
  const properties = { requestProblemInformation: false };
  const { client } = await RawClient.connect(port(), node, 5, { properties });
  client.send({ ...heartbeat(), topic: 'home/lamp' });
  const { reasonCode, properties: said } = await client.next('puback');
  expect([reasonCode, said?.reasonString]).toEqual([0x87, undefined]);
});
