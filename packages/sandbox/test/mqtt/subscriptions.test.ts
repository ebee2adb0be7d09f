import { afterAll, beforeAll, expect, test } from 'vitest';
import { Device } from './support/device.ts';
import { RawClient } from './support/raw-client.ts';
import type { TestNode } from './support/platform.ts';
import { startBroker, type TestBroker } from './support/start.ts';

let served: TestBroker;
let node: TestNode;
let other: TestNode;
let own: string;

beforeAll(async () => {
  served = await startBroker({
    subscriptions: 5,
    connects: { burst: 100, perSecond: 1 },
  });
  node = served.platform.addNode();
  other = served.platform.addNode({ projectId: 'project-2', deviceId: node.deviceId });
  own = `$anedya/device/${node.deviceId ?? ''}/`;
});
afterAll(() => served.close());

async function subscribe(version: 4 | 5, topics: readonly string[], qos: 0 | 1 | 2 = 1) {
  const { client } = await RawClient.connect(served.tcp.port, node, version);
  const subscriptions = topics.map((topic) => ({ topic, qos }));
  client.send({ cmd: 'subscribe', messageId: 5, subscriptions });
  const { granted, messageId } = await client.next('suback');
  expect(messageId).toBe(5);
  return { client, granted };
}

const rejected: readonly [string, string, number][] = [
  ['everything', '#', 0x87],
  ['the first level', '+/device/x/response', 0x87],
  ['any device', '$anedya/device/+/response', 0x87],
  ['all below $anedya', '$anedya/#', 0x87],
  ['topics of the broker', '$SYS/#', 0x87],
  ['another device', '$anedya/device/00000000-0000-4000-8000-0000000000ff/commands', 0x87],
  ['the prefix as another spells it', '$ANEDYA/device/x/commands', 0x87],
  ['topics inside the broker', 'project-2/x/commands', 0x87],
  ['nothing', '', 0x8f],
  ['a wildcard within a level', '{own}comm+', 0x8f],
  ['a wildcard before the end', '{own}#/json', 0x8f],
  ['too many levels', `{own}${'a/'.repeat(200)}`, 0x8f],
  ['a shared subscription', '$share/group/{own}commands', 0x9e],
];

test.each(rejected)(
  'a subscription to %s is rejected, others in the packet are granted',
  async (_, filter, code) => {
    const topics = [`${own}response`, filter.replace('{own}', own), `${own}errors`];
    expect((await subscribe(5, topics)).granted).toEqual([1, code, 1]);
    expect((await subscribe(4, topics)).granted).toEqual([1, 0x80, 1]);
  },
);

// MQTT 3.1.1, 3.8.4: "the Server MAY grant a lower maximum QoS".
test('a subscription with QoS 2 gets QoS 1', async () => {
  expect((await subscribe(4, [`${own}response`], 2)).granted).toEqual([1]);
  expect((await subscribe(5, [`${own}response`], 2)).granted).toEqual([1]);
});

test('a duplicate filter in a packet is granted twice', async () => {
  expect((await subscribe(4, [`${own}response`, `${own}response`])).granted).toEqual([1, 1]);
});

test('a device holds a bounded number of filters, and may renew those it holds', async () => {
  const filters = ['a', 'b', 'c', 'd', 'e', 'f', 'a'].map((name) => `${own}${name}`);
  expect((await subscribe(5, filters)).granted).toEqual([1, 1, 1, 1, 1, 0x97, 1]);
});

test('wildcards under the device prefix deliver responses and pushes once, and no requests', async () => {
  const { client, granted } = await subscribe(5, [`${own}#`, `${own}+`, `${own}response`]);
  expect(granted).toEqual([1, 1, 1]);
  const packet = { cmd: 'publish', dup: false, retain: false, qos: 1 } as const;
  client.send({ ...packet, topic: `${own}heartbeat/json`, payload: '{}', messageId: 9 });
  expect((await client.next('publish')).topic).toBe(`${own}response`);
  await client.next('puback');
  client.send({ cmd: 'pingreq' });
  await client.next('pingresp');
  expect(client.packets.unread).toEqual([]);
});

test('two projects use one device id, and neither sees what is for the other', async () => {
  const [mine, theirs] = await Promise.all([
    Device.connect(served.url, node),
    Device.connect(served.url, other, 5),
  ]);
  await Promise.all([mine.subscribe('#'), theirs.subscribe('#')]);
  served.broker.deliver('project-2', served.platform.issue(other, 'open', 'theirs'));
  expect((await theirs.messages.next()).body).toMatchObject({ data: 'theirs' });
  await mine.request('submitdata/json', {
    data: [{ variable: 'temperature', value: 1, timestamp: 0 }],
  });
  await theirs.request('heartbeat/json', {});
  expect([node.points.length, other.points.length]).toEqual([1, 0]);
  expect([mine.messages.unread, theirs.messages.unread]).toEqual([[], []]);
});

test('after UNSUBSCRIBE nothing arrives', async () => {
  const device = await Device.connect(served.url, node, 5);
  await device.subscribe('commands');
  await device.client.unsubscribeAsync(`${device.prefix}commands`);
  served.broker.deliver(node.projectId, served.platform.issue(node, 'set-led', 'on'));
  await device.request('heartbeat/json', {});
  expect(device.messages.unread).toEqual([]);
});

// MQTT 5.0, 3.11.3
test('UNSUBACK says which filters were held', async () => {
  const { client } = await subscribe(5, [`${own}response`]);
  const unsubscriptions = [`${own}response`, `${own}errors`, '#'];
  client.send({ cmd: 'unsubscribe', messageId: 6, unsubscriptions });
  expect((await client.next('unsuback')).granted).toEqual([0, 0x11, 0x11]);
});

test('a message goes to QoS 0 where that was asked for', async () => {
  const { client } = await subscribe(4, [`${own}commands`], 0);
  served.broker.deliver(node.projectId, served.platform.issue(node, 'set-led', 'on'));
  expect((await client.next('publish')).qos).toBe(0);
});

/** Subscribes to filters one after the other. @returns QoS of a command that is sent then, and arrives once */
async function qosOfCommand(version: 4 | 5, filters: readonly (readonly [string, 0 | 1])[]) {
  const { client } = await RawClient.connect(served.tcp.port, node, version);
  for (const [filter, qos] of filters) {
    const subscriptions = [{ topic: own + filter, qos }];
    client.send({ cmd: 'subscribe', messageId: 5, subscriptions });
    expect((await client.next('suback')).granted).toEqual([qos]);
  }
  served.broker.deliver(node.projectId, served.platform.issue(node, 'set-led', 'on'));
  const { qos } = await client.next('publish');
  client.send({ cmd: 'pingreq' });
  await client.next('pingresp');
  expect(client.packets.unread).toEqual([]);
  return qos;
}

// MQTT 5.0, 3.3.4-2; 3.1.1, 3.3.5-1
test.each<[Record<string, 0 | 1>, number]>([
  [{ '#': 1, commands: 0 }, 1],
  [{ commands: 0, '#': 1 }, 1],
  [{ commands: 1, '+': 0 }, 1],
  [{ commands: 0, 'commands/#': 1 }, 1],
  [{ commands: 0, '+/json': 1, response: 1, 'commands/+': 1, 'commands/json/#': 1 }, 0],
])('of the filters %j that a message fits, the highest QoS holds', async (filters, expected) => {
  expect(await qosOfCommand(4, Object.entries(filters))).toBe(expected);
  expect(await qosOfCommand(5, Object.entries(filters))).toBe(expected);
});

// MQTT 5.0, 3.8.4-3
test('a filter that is subscribed to again has its new QoS', async () => {
  const [more, less] = [['commands', 1] as const, ['commands', 0] as const];
  expect(await qosOfCommand(5, [more, less])).toBe(0);
  expect(await qosOfCommand(5, [less, more])).toBe(1);
});
