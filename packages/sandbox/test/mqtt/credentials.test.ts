import type { IConnectPacket } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { Device } from './support/device.ts';
import { connectPacket, RawClient } from './support/raw-client.ts';
import type { TestNode } from './support/platform.ts';
import { startBroker, type TestBroker } from './support/start.ts';

let served: TestBroker;
let node: TestNode;

const limits = {
  connections: 4,
  connectionsPerProject: 3,
  connects: { burst: 4, perSecond: 1 },
  failures: { burst: 6, perSecond: 1 },
  failuresPerClient: { burst: 20, perSecond: 1 },
};

beforeEach(async () => {
  served = await startBroker(limits);
  node = served.platform.addNode();
});
afterEach(() => served.close());

const otherId = '00000000-0000-4000-8000-0000000000ff';
const key = (text: string) => Buffer.from(text);

/** What is wrong with a CONNECT; return code of MQTT 3.1.1; reason code of MQTT 5. */
const wrong: readonly [string, Partial<IConnectPacket>, number, number][] = [
  ['an unknown key', { password: key('other') }, 4, 134],
  ['no password', { password: undefined }, 4, 134],
  ['no credentials', { username: undefined, password: undefined }, 4, 134],
  ['another user name', { username: otherId }, 4, 134],
  ['another device', { clientId: otherId, username: otherId }, 5, 135],
  ['a client id that is no UUID', { clientId: 'mosq-1' }, 2, 133],
  ['no client id', { clientId: '' }, 2, 133],
];

describe('rejected', () => {
  test.each(wrong)('with %s', async (_, changes, returnCode, reasonCode) => {
    const old = await RawClient.connect(served.tcp.port, node, 4, changes);
    expect(old.connack).toMatchObject({ returnCode, sessionPresent: false });
    await old.client.closed;
    const { connack, client } = await RawClient.connect(served.tcp.port, node, 5, changes);
    expect(connack.reasonCode).toBe(reasonCode);
    expect(connack.properties?.reasonString).toMatch(/\.$/);
    expect(connack.properties?.reasonString).not.toContain(node.connectionKey);
    await client.closed;
    expect(served.broker.connected).toBe(0);
  });

  test('with an unknown key, which may be of an expired project', async () => {
    const stranger = { password: key('other') };
    const { connack, client } = await RawClient.connect(served.tcp.port, node, 5, stranger);
    expect(connack.properties?.reasonString).toContain(
      'Projects expire 24 hours after their last request: create a new one',
    );
    await client.closed;
  });

  test('mqtt.js reports the code of either version', async () => {
    const stranger = { ...node, connectionKey: 'other' };
    await expect(Device.connect(served.url, stranger, 4)).rejects.toMatchObject({ code: 4 });
    await expect(Device.connect(served.url, stranger, 5)).rejects.toMatchObject({ code: 134 });
  });

  test('with a protocol that is none of the two', async () => {
    const old = { protocolId: 'MQIsdp', protocolVersion: 3 } as const;
    const { connack } = await RawClient.connect(served.tcp.port, node, 4, old);
    expect(connack.returnCode).toBe(1);
  });

  test('when the lookup fails, which is reported', async () => {
    served.platform.authenticate = () => Promise.reject(new Error('the database is down'));
    const { connack } = await RawClient.connect(served.tcp.port, node, 5);
    expect(connack.reasonCode).toBe(0x80);
    expect(served.errors).toHaveLength(1);
  });

  test('with MQTT 5 authentication in steps', async () => {
    const properties = { authenticationMethod: 'SCRAM-SHA-1' };
    const { connack } = await RawClient.connect(served.tcp.port, node, 5, { properties });
    expect(connack.reasonCode).toBe(0x8c);
  });
});

test('a device id is the same in capitals, and topics are spelled as the device spells them', async () => {
  const changes = { deviceId: '00000000-0000-4000-8000-00000000000A' };
  served.platform.addNode({ deviceId: changes.deviceId.toLowerCase(), connectionKey: 'a' });
  const device = await Device.connect(served.url, { ...changes, connectionKey: 'a' });
  expect((await device.request('heartbeat/json', {})).topic).toBe('response');
});

describe.each([4, 5] as const)('with protocol level %s', (version) => {
  const codeOf = (code: number) => (version === 4 ? { returnCode: 3 } : { reasonCode: code });

  test('a device that connects too often is told so, until time has passed', async () => {
    for (let count = 0; count < 4; count += 1) await Device.connect(served.url, node, version);
    const { connack } = await RawClient.connect(served.tcp.port, node, version);
    expect(connack).toMatchObject(codeOf(159));
    served.clock.time += 1000;
    await Device.connect(served.url, node, version);
  });

  test('a device with too many wrong credentials is told so, right ones or not', async () => {
    const password = key('other');
    for (let count = 0; count < 6; count += 1) {
      await RawClient.connect(served.tcp.port, node, version, { password });
    }
    const { connack } = await RawClient.connect(served.tcp.port, node, version);
    expect(connack).toMatchObject(codeOf(159));
    // Other devices of its address connect.
    const other = await Device.connect(served.url, served.platform.addNode(), version);
    expect((await other.request('heartbeat/json', {})).body.success).toBe(true);
    served.clock.time += 1000;
    await Device.connect(served.url, node, version);
  });

  test('an address with too many wrong credentials is told so, of whichever devices', async () => {
    const password = key('other');
    for (let count = 0; count < 20; count += 1) {
      const id = `00000000-0000-4000-8000-${String(count).padStart(12, 'f')}`;
      const changes = { clientId: id, username: id, password };
      const { connack } = await RawClient.connect(served.tcp.port, node, version, changes);
      expect(connack).toMatchObject(version === 4 ? { returnCode: 4 } : { reasonCode: 134 });
    }
    const { connack } = await RawClient.connect(served.tcp.port, node, version);
    expect(connack).toMatchObject(codeOf(159));
    served.clock.time += 1000;
    await Device.connect(served.url, node, version);
  });

  test('a project and the broker accept a limited number', async () => {
    for (let count = 0; count < 3; count += 1) {
      await Device.connect(served.url, served.platform.addNode(), version);
    }
    const { connack: full } = await RawClient.connect(served.tcp.port, node, version);
    expect(full).toMatchObject(codeOf(0x97));
    const [next, last] = ['project-2', 'project-3'].map((projectId) =>
      served.platform.addNode({ projectId }),
    );
    if (!next || !last) throw new Error('no nodes');
    const device = await Device.connect(served.url, next, version);
    const { connack: busy } = await RawClient.connect(served.tcp.port, last, version);
    expect(busy).toMatchObject(codeOf(0x89));
    await device.end();
    await expect.poll(() => served.broker.connected).toBe(3);
    await Device.connect(served.url, last, version);
  });

  test('a device that connects again replaces its older connection', async () => {
    const older = await Device.connect(served.url, node, version);
    const newer = await Device.connect(served.url, node, version);
    expect(await older.ended).toBe(version === 5 ? 0x8e : undefined);
    await newer.subscribe('commands');
    served.broker.deliver(node.projectId, served.platform.issue(node, 'set-led', 'on'));
    expect((await newer.messages.next()).topic).toBe('commands');
    expect(served.broker.connected).toBe(1);
  });

  // MQTT 5.0, 3.1.4
  test('a rejected connection does not close the older one of its device', async () => {
    const device = await Device.connect(served.url, node, version);
    const will = { topic: 'home/lamp', payload: '{}', qos: 0, retain: false } as const;
    await RawClient.connect(served.tcp.port, node, version, { will });
    expect((await device.request('heartbeat/json', {})).body.success).toBe(true);
  });

  test('a device finds its own place in a project that is full', async () => {
    for (let count = 0; count < 2; count += 1) {
      await Device.connect(served.url, served.platform.addNode(), version);
    }
    const older = await Device.connect(served.url, node, version);
    const newer = await Device.connect(served.url, node, version);
    await older.ended;
    expect((await newer.request('heartbeat/json', {})).body.success).toBe(true);
    const { connack } = await RawClient.connect(
      served.tcp.port,
      served.platform.addNode(),
      version,
    );
    expect(connack).toMatchObject(codeOf(0x97));
  });

  test('a device whose credentials end is disconnected, and only that one', async () => {
    const other = await Device.connect(served.url, served.platform.addNode(), version);
    const device = await Device.connect(served.url, node, version);
    await served.broker.disconnect(node.projectId, node.nodeId);
    expect(await device.ended).toBe(version === 5 ? 0x98 : undefined);
    expect((await other.request('heartbeat/json', {})).body.success).toBe(true);
    await served.broker.disconnect(node.projectId);
    expect(await other.ended).toBe(version === 5 ? 0x98 : undefined);
  });

  test('clients are told when the broker shuts down', async () => {
    const device = await Device.connect(served.url, node, version);
    await served.broker.close();
    expect(await device.ended).toBe(version === 5 ? 0x8b : undefined);
  });
});

test('keys that are tried at the same time are limited too, right ones or not', async () => {
  const held = deferred();
  const authenticate = served.platform.authenticate.bind(served.platform);
  let lookups = 0;
  served.platform.authenticate = async (...credentials) => {
    lookups += 1;
    await held.promise;
    return authenticate(...credentials);
  };
  const password = key('other');
  const wrong = Array.from({ length: 7 }, () =>
    RawClient.connect(served.tcp.port, node, 5, { password }),
  );
  await expect.poll(() => lookups).toBe(7);
  const right = RawClient.connect(served.tcp.port, node, 5);
  await expect.poll(() => lookups).toBe(8);
  held.resolve();
  const codes = (await Promise.all(wrong)).map(({ connack }) => connack.reasonCode);
  expect(codes.sort()).toEqual([134, 134, 134, 134, 134, 134, 159]);
  expect((await right).connack.reasonCode).toBe(159);
});

test('of many connections of one device at once, one remains', async () => {
  served.clock.time += 100_000;
  const packet = connectPacket(node, 5);
  const clients = await Promise.all(
    Array.from({ length: 4 }, () => RawClient.open(served.tcp.port, 5)),
  );
  for (const client of clients) client.send(packet);
  const codes = await Promise.all(clients.map((client) => client.next('connack')));
  const accepted = clients.filter((_, index) => codes[index]?.reasonCode === 0);
  expect(served.broker.connected).toBe(1);
  for (const client of accepted) client.send({ cmd: 'pingreq' });
  await Promise.race(accepted.map((client) => client.next('pingresp')));
});
