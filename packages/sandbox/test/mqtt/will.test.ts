import type { Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RawClient } from './support/raw-client.ts';
import type { TestNode } from './support/platform.ts';
import { startBroker, type TestBroker } from './support/start.ts';

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
const heartbeat = (): Packet => ({
  ...{ cmd: 'publish', qos: 1, dup: false, retain: false, messageId: 3 },
  ...{ topic: `${own}heartbeat/json`, payload: '{}' },
});

describe('the will of a device', () => {
  const data = [{ timestamp: 0, log: 'gone' }];
  const will = (changes: object = {}) => ({
    ...{ topic: `${own}logs/submitLogs/json`, payload: Buffer.from(JSON.stringify({ data })) },
    ...{ qos: 1 as const, retain: false },
    ...changes,
  });
  /** Outcome of the next call. */
  const nextCall = () =>
    new Promise<unknown>((resolve) => {
      const call = served.platform.call.bind(served.platform);
      served.platform.call = async (...given) => {
        const outcome = await call(...given);
        resolve(outcome);
        return outcome;
      };
    });

  test.each([4, 5] as const)(
    'is a request, made when its connection breaks (level %s)',
    async (version) => {
      const outcome = nextCall();
      const { client } = await RawClient.connect(port(), node, version, { will: will() });
      client.socket.destroy();
      await outcome;
      expect(node.logs).toEqual(data);
    },
  );

  test('is made when MQTT 5 asks for it as it leaves', async () => {
    const outcome = nextCall();
    const { client } = await RawClient.connect(port(), node, 5, { will: will() });
    client.send({ cmd: 'disconnect', reasonCode: 4 });
    await outcome;
    expect(node.logs).toEqual(data);
  });

  test('is not made when the device leaves', async () => {
    const { client } = await RawClient.connect(port(), node, 5, { will: will() });
    client.send({ cmd: 'disconnect', reasonCode: 0 });
    await client.closed;
    const { client: again } = await RawClient.connect(port(), node, 5);
    again.send(heartbeat());
    await again.next('puback');
    expect([served.platform.calls, node.logs]).toEqual([1, []]);
  });

  test.each<[string, object, number]>([
    ['a topic of another', { topic: 'home/lamp' }, 0x87],
    ['a wildcard', { topic: '#' }, 0x90],
    ['QoS 2', { qos: 2 }, 0x9b],
  ])('with %s is refused', async (_, changes, reasonCode) => {
    const { connack } = await RawClient.connect(port(), node, 5, { will: will(changes) });
    expect(connack.reasonCode).toBe(reasonCode);
    const { connack: old } = await RawClient.connect(port(), node, 4, { will: will(changes) });
    expect(old.returnCode).toBe(5);
    expect(served.broker.connected).toBe(0);
  });
});
