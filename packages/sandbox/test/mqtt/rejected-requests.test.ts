import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Device, type Version } from './support/device.ts';
import { RawClient } from './support/raw-client.ts';
import type { TestNode } from './support/platform.ts';
import { startBroker, type TestBroker } from './support/start.ts';

let served: TestBroker;
let node: TestNode;

beforeEach(async () => {
  served = await startBroker({ requests: { burst: 10, perSecond: 1 } });
  node = served.platform.addNode();
});
afterEach(() => served.close());

const broken: readonly [string, string | Buffer, RegExp][] = [
  ['broken JSON', '{"data":', /not valid JSON/],
  ['an empty payload', '', /not valid JSON/],
  ['JSON that is no object', '[1]', /not a JSON object/],
  ['null', 'null', /not a JSON object/],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d]), /not UTF-8/],
  ['brackets without an end', '['.repeat(100_000), /more than 32 levels/],
  ['deep JSON', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, /more than 32 levels/],
];

describe.each<Version>([4, 5])('with protocol level %s', (version) => {
  test.each(broken)('%s gets an error response', async (_, payload, text) => {
    const device = await Device.connect(served.url, node, version);
    await device.publish('submitdata/json', payload);
    const { topic, body } = await device.messages.next();
    expect(topic).toBe('errors');
    expect(body).toMatchObject({ success: false, errorcode: 1 });
    expect(body.error).toMatch(text);
    expect(body.reqId).toMatch(/^.{36}$/);
    expect(served.platform.requests).toBe(0);
  });

  test('a request id in another letter case comes back', async () => {
    const device = await Device.connect(served.url, node, version);
    await device.publish('heartbeat/json', JSON.stringify({ ReqID: 'mine' }));
    expect((await device.messages.next()).body).toMatchObject({ success: true, reqId: 'mine' });
  });

  test('a failure of the platform gets an error response and is reported, and the device stays connected', async () => {
    const device = await Device.connect(served.url, node, version);
    served.platform.isBroken = true;
    const { topic, body } = await device.request('heartbeat/json', {});
    expect([topic, body.success]).toEqual(['errors', false]);
    expect(body.error).not.toContain('database');
    expect(served.errors).toHaveLength(1);
    served.platform.isBroken = false;
    expect((await device.request('heartbeat/json', {})).body.success).toBe(true);
  });
});

const outside = '$anedya/device/00000000-0000-4000-8000-0000000000ff/submitdata/json';

test.each([
  ['an unknown topic under its prefix', '{own}submitData/json', /mean "submitdata\/json"\?/, 0x90],
  ['a misspelt topic', '{own}command/next/json', /mean "commands\/next\/json"\?/, 0x90],
  ['a response topic', '{own}response', /list of topics/, 0x90],
  ['a topic of another device', outside, /only to topics that start with/, 0x87],
  ['any other topic', 'home/lamp', /only to topics that start with/, 0x87],
  ['a topic of the broker', '$SYS/broker/uptime', /only to topics that start with/, 0x87],
])('publishing to %s is rejected', async (_, topic, text, code) => {
  const device = await Device.connect(served.url, node, 5);
  const own = topic.replace('{own}', device.prefix);
  const payload = JSON.stringify({ reqId: 'mine' });
  await expect(device.client.publishAsync(own, payload, { qos: 1 })).rejects.toMatchObject({
    code,
  });
  const { topic: responseTopic, body } = await device.messages.next();
  expect([responseTopic, body.reqId]).toEqual(['errors', 'mine']);
  expect(body.error).toMatch(text);
  expect(served.platform.requests).toBe(0);
  // MQTT 3.1.1 acknowledges it, as there is no other way to go on.
  const { client } = await RawClient.connect(served.tcp.port, node);
  const packet = { cmd: 'publish', qos: 1, dup: false, retain: false } as const;
  client.send({ ...packet, topic: own, payload, messageId: 7 });
  expect(await client.next('puback')).toMatchObject({ messageId: 7 });
});

test('a topic without its format is completed', async () => {
  const device = await Device.connect(served.url, node);
  const topics = [
    'submitdata',
    'submitData',
    'heartbeat',
    'commands/next',
    'commands/updateStatus',
  ];
  for (const topic of topics) {
    await device.publish(topic, '{}');
    const meant = `${topic.toLowerCase()}/json`;
    expect((await device.messages.next()).body.error).toMatch(new RegExp(`mean "${meant}"`, 'i'));
  }
});

test('a retained message gets a response and is not stored', async () => {
  const device = await Device.connect(served.url, node);
  await device.client.publishAsync(`${device.prefix}heartbeat/json`, '{}', {
    qos: 1,
    retain: true,
  });
  expect((await device.messages.next()).body.success).toBe(true);
  expect(await device.messages.next()).toMatchObject({
    topic: 'errors',
    body: { success: true, warning: expect.stringContaining('without the retain flag') as string },
  });
  await device.end();
  const again = await Device.connect(served.url, node);
  await again.subscribe('#');
  await again.request('heartbeat/json', {});
  expect(again.messages.unread).toEqual([]);
});

test('too many requests are rejected for some time', async () => {
  const device = await Device.connect(served.url, node, 5);
  for (let sent = 0; sent < 10; sent += 1) await device.request('heartbeat/json', {}, 0);
  const rejected = await device.request('heartbeat/json', {}, 0);
  expect(rejected.body.error).toMatch(/too many requests/);
  await expect(device.publish('heartbeat/json', '{}')).rejects.toMatchObject({ code: 0x97 });
  served.clock.time += 1000;
  expect((await device.request('heartbeat/json', {}, 0)).topic).toBe('response');
  expect(node.heartbeats).toBe(11);
});

test('a request is acknowledged after it was made', async () => {
  const { client } = await RawClient.connect(served.tcp.port, node);
  let open: () => void = () => undefined;
  served.platform.gate = new Promise((resolve) => (open = resolve));
  const topic = `$anedya/device/${node.deviceId ?? ''}/heartbeat/json`;
  const packet = { cmd: 'publish', qos: 1, dup: false, retain: false } as const;
  client.send({ ...packet, topic, payload: '{}', messageId: 7 });
  const acknowledged = client.next('puback').then(() => node.heartbeats);
  open();
  expect(await acknowledged).toBe(1);
});
