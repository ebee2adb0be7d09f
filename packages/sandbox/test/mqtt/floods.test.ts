import type { Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mqttCosts, mqttLimits } from '../../src/core/limits.ts';
import type { Version } from './support/device.ts';
import { heartbeat } from './support/heartbeat.ts';
import { MemoryClient, turn } from './support/memory-client.ts';
import type { TestNode } from './support/platform.ts';
import { connectPacket } from './support/raw-client.ts';
import { startBroker, type TestBroker } from './support/start.ts';

/** Pauses after which a connection ends here. */
const pauses = 5;
/** Packets of a flood before each PINGREQ, whose PINGRESP tells how far the broker has come. */
const between = 9;
/** Packets of the cheapest kind that fit into a turn of the event loop. */
const perTurn = mqttLimits.turn / mqttCosts.packet;
/** Bytes that are written at once. */
const floodBytes = 500_000;

let served: TestBroker;
let node: TestNode;

beforeEach(async () => {
  served = await startBroker({ pauses: { burst: pauses, perSecond: 0 } });
  node = served.platform.addNode();
});
afterEach(() => served.close());

async function connect(address: string, device: TestNode, version: Version) {
  const client = new MemoryClient(served.broker, address, version);
  client.send(connectPacket(device, version));
  await client.until('connack');
  return client;
}

/** Lets time pass. */
function pass(milliseconds: number): void {
  served.clock.time += milliseconds;
  served.timers.advance(milliseconds);
}

const repeated = (bytes: Buffer) =>
  Buffer.concat(Array.from({ length: Math.ceil(floodBytes / bytes.length) }, () => bytes));

/** Packets that do not end a connection, each alone. */
const harmless: readonly [string, () => Packet][] = [
  ['PINGREQ', () => ({ cmd: 'pingreq' })],
  [
    'SUBSCRIBE',
    () => {
      const topic = `$anedya/device/${node.deviceId ?? ''}/errors`;
      return { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] };
    },
  ],
  [
    'SUBSCRIBE with many rejected filters',
    () => {
      const subscriptions = Array.from({ length: 100 }, () => ({ topic: '+', qos: 0 as const }));
      return { cmd: 'subscribe', messageId: 1, subscriptions };
    },
  ],
  ['UNSUBSCRIBE', () => ({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['x', 'y'] })],
  ['PUBACK', () => ({ cmd: 'puback', messageId: 7 })],
  ['PUBLISH with QoS 0', () => heartbeat(node, { qos: 0 })],
  ['PUBLISH with QoS 1', () => heartbeat(node)],
  ['PUBLISH to another device', () => heartbeat(node, { topic: 'home/lamp' })],
  ['PUBLISH of broken JSON', () => heartbeat(node, { payload: '['.repeat(5000) })],
  ['PUBLISH of a large payload', () => heartbeat(node, { payload: 'x'.repeat(200_000) })],
];

/** Packets that a connected client must not send. */
const forbidden: readonly [string, (version: Version) => Packet][] = [
  ['CONNECT', (version) => connectPacket(node, version)],
  ['PINGRESP', () => ({ cmd: 'pingresp' })],
  ['PUBREL', () => ({ cmd: 'pubrel', messageId: 1 })],
];

describe.each<Version>([4, 5])('with protocol level %s, a flood of', (version) => {
  test.each(harmless)(
    '%s leaves turns to others, is paused, then cut off',
    async (kind, packet) => {
      const bystander = await connect('other', served.platform.addNode(), version);
      const flooder = await connect('flooder', node, version);
      const ping = flooder.encode({ cmd: 'pingreq' });
      const packets = Array.from({ length: between }, () => flooder.encode(packet()));
      const flood = repeated(Buffer.concat([...packets, ping]));
      let asked = 0;
      let most = 0;
      while (!flooder.isClosed) {
        if (flooder.stream.writableLength === 0) flooder.stream.write(flood);
        if (bystander.count('pingresp') === asked) {
          asked += 1;
          bystander.send({ cmd: 'pingreq' });
        }
        const before = flooder.count('pingresp');
        await turn();
        most = Math.max(most, flooder.count('pingresp') - before);
        pass(10);
      }
      // The PINGRESP of a piece may come in the turn after its other packets.
      const perResponse = kind === 'PINGREQ' ? 1 : between + 1;
      expect(most * perResponse).toBeLessThanOrEqual(perTurn + between);
      expect(asked).toBeGreaterThan(20);
      if (version === 5) expect(flooder.codes).toEqual([0, 0x96]);
      expect([served.broker.open, served.broker.connected, served.errors]).toEqual([1, 1, []]);
      await bystander.until('pingresp', asked);
    },
  );

  const auth: Packet = { cmd: 'auth', reasonCode: 0x19 };
  const ofVersion = version === 5 ? [...forbidden, ['AUTH', () => auth] as const] : forbidden;

  test.each(ofVersion)('%s ends its connection, and is not read', async (_, packet) => {
    const flooder = await connect('flooder', node, version);
    const flood = repeated(flooder.encode(packet(version)));
    for (let count = 0; count < 10; count += 1) flooder.stream.write(flood);
    while (served.broker.connected > 0) await turn();
    for (let count = 0; count < 10; count += 1) await turn();
    expect(flooder.stream.writableLength).toBeGreaterThanOrEqual(5 * floodBytes);
    if (version === 5) expect(flooder.codes).toEqual([0, 0x82]);
    pass(2000);
    await flooder.closed;
    expect([served.broker.open, served.platform.requests, served.errors]).toEqual([0, 0, []]);
  });

  test('malformed packets ends its connection too', async () => {
    const flooder = await connect('flooder', node, version);
    flooder.stream.write(repeated(Buffer.from([0x82, 2, 0, 1])));
    while (served.broker.connected > 0) await turn();
    pass(2000);
    await flooder.closed;
    expect([served.broker.open, served.errors]).toEqual([0, []]);
  });

  test(
    'PINGREQ without reading is not read further, and cut off',
    { timeout: 120_000 },
    async () => {
      await served.close();
      const plenty = { burst: 1e9, perSecond: 1 };
      served = await startBroker({ connectionTraffic: plenty, clientTraffic: plenty });
      const flooder = await connect('flooder', served.platform.addNode(), version);
      flooder.stream.pause();
      const flood = repeated(flooder.encode({ cmd: 'pingreq' }));
      for (let count = 0; count < 10; count += 1) flooder.stream.write(flood);
      await served.timers.begun.next((milliseconds) => milliseconds === mqttLimits.readTimeout);
      for (let count = 0; count < 10; count += 1) await turn();
      expect(flooder.stream.writableLength).toBeGreaterThanOrEqual(5 * floodBytes);
      pass(mqttLimits.readTimeout);
      await flooder.closed;
      while (served.broker.connected > 0) await turn();
      expect(served.broker.open).toBe(0);
    },
  );

  test('connections with wrong credentials is held off without a lookup, others are not', async () => {
    let lookups = 0;
    const authenticate = served.platform.authenticate.bind(served.platform);
    served.platform.authenticate = (...credentials) => {
      lookups += 1;
      return authenticate(...credentials);
    };
    const password = Buffer.from('wrong');
    for (let count = 0; count < 3000; count += 1) {
      const flooder = new MemoryClient(served.broker, 'flooder', version);
      flooder.send(connectPacket(served.platform.addNode(), version, { password }));
      // Some connections are rejected, the others wait for their limit and time out.
      if (count % 100 === 0) await turn();
    }
    const honest = await connect('other', node, version);
    expect(honest.codes).toEqual([0]);
    pass(mqttLimits.connectTimeout);
    while (served.broker.open > 1) await turn();
    // Those that are looked up at the same time are counted afterward.
    const { failuresPerClient, connectionsPerClient } = mqttLimits;
    expect(lookups).toBeLessThanOrEqual(failuresPerClient.burst + connectionsPerClient);
    expect(served.broker.connected).toBe(1);
  });
});
