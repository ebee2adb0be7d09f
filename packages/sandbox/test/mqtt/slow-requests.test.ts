import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../src/core/limits.ts';
import { deferred } from '../support/deferred.ts';
import { heartbeat } from './support/heartbeat.ts';
import { turn } from './support/memory-client.ts';
import { RawClient } from './support/raw-client.ts';
import type { TestNode } from './support/platform.ts';
import { startBroker, type TestBroker } from './support/start.ts';

let served: TestBroker;
let node: TestNode;
/** Operations in the order in which they are completed. */
let completed: string[];
/** The first heartbeat has started; it completes once it is released. */
let started: Promise<void>;
let release: () => void;

beforeEach(async () => {
  served = await startBroker({ outboundMessages: 1 });
  node = served.platform.addNode();
  completed = [];
  const [first, held] = [deferred(), deferred()];
  started = first.promise;
  release = () => held.resolve();
  const request = served.platform.request.bind(served.platform);
  served.platform.request = async (session, id, body) => {
    if (id === 'heartbeat') {
      first.resolve();
      await held.promise;
    }
    const outcome = await request(session, id, body);
    completed.push(id);
    return outcome;
  };
});
afterEach(() => served.close());

const connect = (changes: object = {}) =>
  RawClient.connect(served.tcp.port, node, 5, {
    keepalive: 10,
    properties: { receiveMaximum: 1 },
    ...changes,
  });

test('the keep-alive does not count while a request is in flight', async () => {
  const { client } = await connect();
  client.send(heartbeat(node));
  client.send({ cmd: 'pingreq' });
  await started;
  served.timers.advance(15_000);
  served.timers.advance(14_999);
  release();
  await client.next('pingresp');
  served.timers.advance(14_999);
  client.send({ cmd: 'pingreq' });
  await client.next('pingresp');
  served.timers.advance(15_000);
  expect((await client.next('disconnect')).reasonCode).toBe(0x8d);
});

test('the will is executed after the request in flight', async () => {
  const payload = JSON.stringify({ data: [{ timestamp: 0, log: 'gone' }] });
  const topic = `$anedya/device/${node.deviceId ?? ''}/logs/submitLogs/json`;
  const { client } = await connect({ will: { topic, payload, qos: 1, retain: false } });
  client.send(heartbeat(node));
  await started;
  const again = connect();
  expect((await client.next('disconnect')).reasonCode).toBe(0x8e);
  release();
  expect((await again).connack.reasonCode).toBe(0);
  expect(completed).toEqual(['heartbeat', 'logs-submit-logs']);
});

test('a device that the broker has disconnected connects again after its will', async () => {
  const payload = JSON.stringify({ data: [{ timestamp: 0, log: 'gone' }] });
  const prefix = `$anedya/device/${node.deviceId ?? ''}`;
  const topic = `${prefix}/logs/submitLogs/json`;
  const { client } = await connect({ will: { topic, payload, qos: 1, retain: false } });
  const subscriptions = [{ topic: `${prefix}/commands`, qos: 1 } as const];
  client.send({ cmd: 'subscribe', messageId: 1, subscriptions });
  await client.next('suback');
  client.send(heartbeat(node));
  await started;
  // The client acknowledges none of them.
  for (let count = 0; count < 3; count += 1)
    served.broker.deliver(node.projectId, served.platform.issue(node, 'x', ''));
  expect((await client.next('disconnect')).reasonCode).toBe(0x97);
  let isConnected = false;
  const again = connect().then(() => (isConnected = true));
  // Once another device is connected, the broker has received what came before.
  await RawClient.connect(served.tcp.port, served.platform.addNode(), 5);
  await RawClient.connect(served.tcp.port, served.platform.addNode(), 5);
  expect(isConnected).toBe(false);
  release();
  await again;
  expect(completed).toEqual(['heartbeat', 'logs-submit-logs']);
});

test('the broker closes after the request in flight, whose response comes first', async () => {
  const { client } = await connect();
  client.send(heartbeat(node));
  await started;
  let isClosed = false;
  const closing = served.broker.close().then(() => (isClosed = true));
  for (let count = 0; count < 10; count += 1) await turn();
  expect(isClosed).toBe(false);
  release();
  await closing;
  await client.closed;
  expect(client.packets.unread.map(({ cmd }) => cmd)).toEqual(['puback', 'disconnect']);
});

test('the broker closes without a request that hangs', async () => {
  const { client } = await connect();
  client.send(heartbeat(node));
  await started;
  const closing = served.broker.close();
  served.timers.advance(limits.shutdown.requests);
  await closing;
  await client.closed;
  release();
});
