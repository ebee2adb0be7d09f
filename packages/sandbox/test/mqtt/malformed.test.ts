import { generate, type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Version } from './support/device.ts';
import { heartbeat } from './support/heartbeat.ts';
import { connectPacket, RawClient } from './support/raw-client.ts';
import type { TestNode } from './support/platform.ts';
import { startBroker, type TestBroker } from './support/start.ts';

const protocolError = 0x82;
const malformedPacket = 0x81;
let served: TestBroker;
let node: TestNode;
let own: string;

beforeEach(async () => {
  served = await startBroker();
  node = served.platform.addNode();
  own = `$anedya/device/${node.deviceId ?? ''}/`;
});
afterEach(() => served.close());

const port = () => served.tcp.port;
const publish = (changes?: object): Packet => heartbeat(node, changes);
const subscribe = (topic: string): Packet => ({
  cmd: 'subscribe',
  messageId: 3,
  subscriptions: [{ topic, qos: 1 }],
});
const unsubscribe = (topic: string): Packet => ({
  cmd: 'unsubscribe',
  messageId: 3,
  unsubscriptions: [topic],
});

/** Bytes of a packet, with its only match of a text replaced by one of the same length. */
function swapped(packet: Packet, version: Version, from: Buffer, to: Buffer): Buffer {
  const bytes = Buffer.from(generate(packet, { protocolVersion: version }));
  const at = bytes.indexOf(from);
  if (at === -1 || from.length !== to.length) throw new Error('nothing to swap');
  to.copy(bytes, at);
  return bytes;
}

/** Sends bytes on a connection that is open, and expects its end. */
async function expectEnd(version: Version, bytes: Buffer, reasonCode: number): Promise<void> {
  const { client } = await RawClient.connect(port(), node, version);
  client.write(bytes);
  if (version === 5) expect((await client.next('disconnect')).reasonCode).toBe(reasonCode);
  await client.closed;
  expect(client.packets.unread).toEqual([]);
  expect([served.platform.requests, served.errors]).toEqual([0, []]);
}

describe.each([4, 5] as const)('a connection of level %s ends by', (version) => {
  const texts: readonly [string, number[]][] = [
    // MQTT 5.0, 1.5.4-1; 3.1.1, 1.5.3-1
    ['bytes that are no UTF-8', [0x61, 0xff, 0x61]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    // MQTT 5.0, 1.5.4-2; 3.1.1, 1.5.3-2
    ['U+0000', [0x61, 0x00, 0x61]],
  ];
  const places: readonly [string, (topic: string) => Packet][] = [
    ['a topic', (topic) => publish({ topic })],
    ['a topic beside the replacement character', (topic) => publish({ topic, payload: '\ufffd' })],
    ['a filter', (topic) => subscribe(topic)],
    ['a filter to leave', (topic) => unsubscribe(topic)],
  ];
  const cases = texts.flatMap(([what, bytes]) =>
    places.map(([where, packet]) => ({ what, where, bytes, packet })),
  );

  test.each(cases)('$what in $where', async ({ bytes, packet }) => {
    const sent = swapped(packet(`${own}~~~`), version, Buffer.from('~~~'), Buffer.from(bytes));
    await expectEnd(version, sent, malformedPacket);
  });

  // MQTT 5.0, 2.2.1-3
  test.each<[string, () => Packet]>([
    ['PUBLISH', publish],
    ['SUBSCRIBE', () => subscribe(`${own}x`)],
    ['UNSUBSCRIBE', () => unsubscribe(`${own}x`)],
  ])('packet identifier 0 of %s', async (_, packet) => {
    const sent = { ...packet(), messageId: 0x7a7b };
    const bytes = swapped(sent, version, Buffer.from([0x7a, 0x7b]), Buffer.from([0, 0]));
    await expectEnd(version, bytes, protocolError);
  });

  // MQTT 5.0, 3.3.1-2
  test('a duplicate with QoS 0', async () => {
    const bytes = generate(publish({ qos: 0, dup: true }), { protocolVersion: version });
    await expectEnd(version, bytes, malformedPacket);
  });

  // MQTT 5.0, 3.1.2.6
  test('QoS 3 of the will', async () => {
    const client = await RawClient.open(port(), version);
    const will = { topic: `${own}heartbeat/json`, payload: '{}', qos: 2 as const, retain: false };
    const bytes = generate(connectPacket(node, version, { will }), { protocolVersion: version });
    const flags = bytes.indexOf('MQTT') + 5;
    bytes[flags] = (bytes[flags] ?? 0) | 0x08;
    client.write(bytes);
    await client.closed;
    const packets = client.packets.unread.map(
      (packet) => 'reasonCode' in packet && packet.reasonCode,
    );
    expect(packets).toEqual(version === 5 ? [malformedPacket] : []);
  });

  // MQTT 5.0, 3.12; 3.1.1, 3.12
  test('a PINGREQ with a body', async () => {
    await expectEnd(version, Buffer.from([0xc0, 1, 0]), malformedPacket);
  });

  test('U+0000 in a client id', async () => {
    const client = await RawClient.open(port(), version);
    const packet = connectPacket(node, version, { clientId: 'a~a' });
    client.write(swapped(packet, version, Buffer.from('a~a'), Buffer.from('a\0a')));
    await client.closed;
    expect(client.packets.unread).toEqual([]);
  });

  test('nothing when the replacement character itself is sent', async () => {
    const { client } = await RawClient.connect(port(), node, version);
    client.send(subscribe(`${own}\ufffd`));
    expect((await client.next('suback')).granted).toEqual([1]);
  });
});

// MQTT 5.0, 3.3.4-6
test('a client publishes no subscription identifier', async () => {
  const packet = publish({ properties: { subscriptionIdentifier: 5 } });
  await expectEnd(5, generate(packet, { protocolVersion: 5 }), protocolError);
});

// MQTT 5.0, 1.5.5-1
test('a length of MQTT 5 has no more bytes than necessary', async () => {
  await expectEnd(5, Buffer.from([0xc0, 0x80, 0]), malformedPacket);
});

test('a length of MQTT 3.1.1 may have more bytes than necessary', async () => {
  const { client } = await RawClient.connect(port(), node, 4);
  client.write(Buffer.from([0xc0, 0x80, 0]));
  await client.next('pingresp');
});

// MQTT 5.0, 3.3.2-14
test.each(['#', 'a/+', ''])('a response topic is no filter: "%s"', async (responseTopic) => {
  const packet = publish({ properties: { responseTopic } });
  await expectEnd(5, generate(packet, { protocolVersion: 5 }), protocolError);
});

// MQTT 5.0, 2.2.2.2
test('a property of a message occurs once', async () => {
  const packet = publish({ properties: { contentType: ['a', 'b'] } });
  await expectEnd(5, generate(packet, { protocolVersion: 5 }), protocolError);
});

describe('CONNECT of MQTT 5 is rejected with', () => {
  const will = { topic: 'x', payload: '{}', qos: 0 as const, retain: false };
  test.each<[string, object]>([
    ['a receive maximum that occurs twice', { properties: { receiveMaximum: [5, 6] } }],
    ['a packet size that occurs twice', { properties: { maximumPacketSize: [500, 500] } }],
    [
      'a property of the will that occurs twice',
      { will: { ...will, properties: { willDelayInterval: [5, 5] } } },
    ],
    [
      'a wildcard in the response topic of the will',
      { will: { ...will, properties: { responseTopic: '#' } } },
    ],
    // MQTT 5.0, 3.1.2.11.10
    ['authentication data alone', { properties: { authenticationData: Buffer.from('x') } }],
  ])('%s', async (_, changes) => {
    const { connack, client } = await RawClient.connect(port(), node, 5, changes);
    expect(connack.reasonCode).toBe(protocolError);
    await client.closed;
  });

  test('none for user properties that occur twice', async () => {
    const properties = { userProperties: { a: ['b', 'b'] } };
    const { connack } = await RawClient.connect(port(), node, 5, { properties });
    expect(connack.reasonCode).toBe(0);
  });
});

// MQTT 3.1.1, 3.1.2-2
test.each([0, 6, 9])('a CONNECT of level %s is told that it is not spoken here', async (level) => {
  const client = await RawClient.open(port());
  const name = Buffer.from('MQTT\x04');
  const other = Buffer.from([...Buffer.from('MQTT'), level]);
  client.write(swapped(connectPacket(node, 4), 4, name, other));
  expect((await client.next('connack')).returnCode).toBe(1);
  await client.closed;
});
