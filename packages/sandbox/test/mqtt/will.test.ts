import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { heartbeat } from './support/heartbeat.ts';
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
/** Changes to CONNECT and DISCONNECT: how long the session lasts beyond the connection, in seconds. */
const lasting = (...seconds: [number, number]) =>
  seconds.map((sessionExpiryInterval) => ({ properties: { sessionExpiryInterval } })) as [
    object,
    object,
  ];

describe('the will of a device', () => {
  const data = [{ timestamp: 0, log: 'gone' }];
  const will = (changes: object = {}) => ({
    topic: `${own}logs/submitLogs/json`,
    payload: Buffer.from(JSON.stringify({ data })),
    qos: 1 as const,
    retain: false,
    ...changes,
  });
  /** Outcome of the next request. */
  const nextRequest = () =>
    new Promise<unknown>((resolve) => {
      const request = served.platform.request.bind(served.platform);
      served.platform.request = async (...given) => {
        const outcome = await request(...given);
        resolve(outcome);
        return outcome;
      };
    });

  test.each([4, 5] as const)(
    'is a request, made when its connection breaks (level %s)',
    async (version) => {
      const outcome = nextRequest();
      const { client } = await RawClient.connect(port(), node, version, { will: will() });
      client.socket.destroy();
      await outcome;
      expect(node.logs).toEqual(data);
    },
  );

  // MQTT 5.0, 3.14.4-3
  test.each([0x04, 0x80, 0x81, 0x98])(
    'is made when MQTT 5 leaves with reason %i, which is not 0',
    async (reasonCode) => {
      const outcome = nextRequest();
      const { client } = await RawClient.connect(port(), node, 5, { will: will() });
      client.send({ cmd: 'disconnect', reasonCode });
      await outcome;
      expect(node.logs).toEqual(data);
    },
  );

  // MQTT 5.0, 3.14.2.2.2
  test('is made when a DISCONNECT is none: it prolongs a session that was to end', async () => {
    const outcome = nextRequest();
    const { client } = await RawClient.connect(port(), node, 5, { will: will() });
    const properties = { sessionExpiryInterval: 100 };
    client.send({ cmd: 'disconnect', reasonCode: 0, properties });
    expect((await client.next('disconnect')).reasonCode).toBe(0x82);
    await outcome;
    expect(node.logs).toEqual(data);
  });

  // MQTT 3.1.1, 3.14
  test('is made when a DISCONNECT of MQTT 3.1.1 is malformed: it has a body', async () => {
    const outcome = nextRequest();
    const { client } = await RawClient.connect(port(), node, 4, { will: will() });
    client.write(Buffer.from([0xe0, 1, 0]));
    await outcome;
    expect(node.logs).toEqual(data);
  });

  test.each<[string, object, object]>([
    ['', {}, {}],
    [' and changes how long its session lasts', ...lasting(3600, 100)],
    [' and ends its session', ...lasting(3600, 0)],
  ])('is not made when the device leaves%s', async (_, connect, disconnect) => {
    const { client } = await RawClient.connect(port(), node, 5, { will: will(), ...connect });
    client.send({ cmd: 'disconnect', reasonCode: 0, ...disconnect });
    await client.closed;
    const { client: again } = await RawClient.connect(port(), node, 5);
    again.send(heartbeat(node));
    await again.next('puback');
    expect([served.platform.requests, node.logs]).toEqual([1, []]);
  });

  test.each<[string, object, number]>([
    ['a topic of another', { topic: 'home/lamp' }, 0x87],
    ['a wildcard', { topic: '#' }, 0x90],
    ['QoS 2', { qos: 2 }, 0x9b],
    ['a payload that is no JSON', { payload: 'offline' }, 0x83],
    ['a payload that is no object', { payload: '[]' }, 0x83],
  ])('with %s is rejected', async (_, changes, reasonCode) => {
    const { connack } = await RawClient.connect(port(), node, 5, { will: will(changes) });
    expect(connack.reasonCode).toBe(reasonCode);
    const { connack: old } = await RawClient.connect(port(), node, 4, { will: will(changes) });
    expect(old.returnCode).toBe(5);
    expect(served.broker.connected).toBe(0);
  });

  test.each([
    ['submitData/json', 'Did you mean "submitdata/json"?'],
    ['nope/json', 'See the list of topics that accept requests.'],
    ['response', 'See the list of topics that accept requests.'],
  ])('for %s is rejected, because it is not a request', async (topic, advice) => {
    const changes = { will: will({ topic: own + topic }) };
    const { connack } = await RawClient.connect(port(), node, 5, changes);
    expect(connack.reasonCode).toBe(0x90);
    expect(connack.properties?.reasonString).toBe(
      `The will is invalid. The topic "${topic}" does not accept requests. ${advice}`,
    );
    const { connack: old } = await RawClient.connect(port(), node, 4, changes);
    expect(old.returnCode).toBe(5);
  });
});
