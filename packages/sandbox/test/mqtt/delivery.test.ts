import { generate, type Packet } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { heartbeat } from './support/heartbeat.ts';
import { RawClient } from './support/raw-client.ts';
import { startBroker } from './support/start.ts';

/** A packet repeated, each time with another packet identifier. */
const repeated = (packet: Packet, count: number) =>
  Buffer.concat(
    Array.from({ length: count }, (_, index) => generate({ ...packet, messageId: index + 1 })),
  );

test('responses that nobody subscribed to are dropped, however many requests are in flight', async () => {
  const served = await startBroker();
  const { platform, tcp } = served;
  const nodes = Array.from({ length: 19 }, () => platform.addNode());
  const clients = await Promise.all(
    nodes.map(async (node) => (await RawClient.connect(tcp.port, node)).client),
  );
  const [subscriber, ...others] = clients;
  const [node, ...silent] = nodes;
  if (!subscriber || !node) throw new Error('no clients');
  const topic = `$anedya/device/${node.deviceId ?? ''}/response`;
  subscriber.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] });
  await subscriber.next('suback');
  subscriber.write(repeated(heartbeat(node), 100));
  others.forEach((client, index) => {
    const own = silent[index];
    if (own) client.write(repeated(heartbeat(own), 195));
  });
  for (let count = 0; count < 100; count += 1) await subscriber.next('publish');
  for (const client of others) {
    for (let count = 0; count < 195; count += 1) await client.next('puback');
    expect(client.packets.unread).toEqual([]);
  }
  expect(nodes.map(({ heartbeats }) => heartbeats)).toEqual([100, ...silent.map(() => 195)]);
  expect(served.errors).toEqual([]);
  await served.close();
});

test('a device that acknowledges nothing is disconnected before many small messages wait', async () => {
  const served = await startBroker({ outboundMessages: 10 });
  const node = served.platform.addNode();
  const properties = { receiveMaximum: 2 };
  const { client } = await RawClient.connect(served.tcp.port, node, 5, { properties });
  const topic = `$anedya/device/${node.deviceId ?? ''}/commands`;
  client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] });
  await client.next('suback');
  for (let count = 0; count < 12; count += 1) {
    served.broker.deliver(node.projectId, served.platform.issue(node, 'x', ''));
  }
  client.send({ cmd: 'pingreq' });
  await client.next('pingresp');
  served.broker.deliver(node.projectId, served.platform.issue(node, 'x', ''));
  expect((await client.next('disconnect')).reasonCode).toBe(0x97);
  await served.close();
});

// MQTT-3.3.4-9: no more QoS 1 messages in flight than the Receive Maximum of CONNECT. MQTT-3.3.4-10: nothing else waits.
test('responses and commands in flight are together at most the receive maximum', async () => {
  const served = await startBroker();
  const node = served.platform.addNode();
  const properties = { receiveMaximum: 3 };
  const { client } = await RawClient.connect(served.tcp.port, node, 5, { properties });
  const own = `$anedya/device/${node.deviceId ?? ''}/`;
  const subscriptions = [
    { topic: `${own}response`, qos: 1 as const },
    { topic: `${own}commands`, qos: 1 as const },
  ];
  client.send({ cmd: 'subscribe', messageId: 1, subscriptions });
  await client.next('suback');
  for (let count = 0; count < 2; count += 1) {
    served.broker.deliver(node.projectId, served.platform.issue(node, 'set-led', 'on'));
    client.send({ ...heartbeat(node), messageId: count + 1 });
    await client.next('puback');
  }
  const nextTopic = async (count: number) => {
    // Acknowledgments and PINGRESP come although messages wait.
    client.send({ cmd: 'pingreq' });
    await client.next('pingresp');
    const packets = client.packets.unread.map(({ cmd }) => cmd);
    expect(packets).toEqual(Array.from({ length: count }, () => 'publish'));
    const { topic, messageId } = await client.next('publish');
    client.send({ cmd: 'puback', messageId, reasonCode: 0 });
    return topic.slice(own.length);
  };
  const seen = [await nextTopic(3), await nextTopic(3), await nextTopic(2), await nextTopic(1)];
  expect(seen).toEqual(['commands', 'response', 'commands', 'response']);
  await served.close();
});
