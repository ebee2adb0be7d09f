import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bodyViolation, type Operation } from '@anedya-docs/openapi-model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/context.ts';
import { TlsIdentity } from '../../src/mqtt/tls-identity.ts';
import { listenTls, listenWebSocket, type Listener } from '../../src/mqtt/listener.ts';
import { Device, transports, versions, type Version } from './support/device.ts';
import type { TestNode } from './support/platform.ts';
import { anywhere, document, startBroker, type TestBroker } from './support/start.ts';

const operations = document.allOperations.filter(({ mqtt }) => mqtt !== undefined);
const prefix = document.mqtt?.topicPrefix ?? '';
const topicOf = ({ mqtt }: Operation) => mqtt?.publish.slice(prefix.length) ?? '';

let served: TestBroker;
let folder: string;
let identity: TlsIdentity;
const listeners: Record<string, Listener> = {};

beforeAll(async () => {
  served = await startBroker();
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-mqtt-'));
  const clock = { now: () => Date.now() };
  identity = await TlsIdentity.open({ folder, names: ['localhost', '127.0.0.1'], clock });
  listeners.mqtt = served.tcp;
  listeners.mqtts = await listenTls(served.broker, anywhere, identity);
  listeners.ws = await listenWebSocket(served.broker, anywhere);
  listeners.wss = await listenWebSocket(served.broker, anywhere, identity);
});

afterAll(async () => {
  await served.close();
  const { mqtts, ws, wss } = listeners;
  await Promise.all([mqtts?.close(), ws?.close(), wss?.close()]);
  await rm(folder, { recursive: true });
});

const connect = (transport: (typeof transports)[number], node: TestNode, version: Version) => {
  const url = `${transport}://localhost:${listeners[transport]?.port}`;
  return Device.connect(url.replace('localhost', '127.0.0.1'), node, version, { ca: identity.ca });
};

/** The example of an operation, adapted to a node: its own command, device and secret. */
function requestOf({ request }: Operation, node: TestNode): JsonObject {
  const { reqId: _, ...example } = request.example as JsonObject;
  return {
    ...example,
    ...('commandId' in example && { commandId: node.commands[0]?.commandId ?? '' }),
    ...('bindingsecret' in example && { bindingsecret: node.bindingSecret }),
    ...('deviceid' in example && { deviceid: node.deviceId ?? '' }),
  };
}

const envelopeOf = (body: JsonObject) =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => /^(success|error|err(or)?code)$/.test(name)),
  );

describe.each(transports)('over %s', (transport) => {
  describe.each(versions)('with protocol level %s', (version) => {
    let node: TestNode;
    let device: Device;

    beforeAll(async () => {
      node = served.platform.addNode();
      served.platform.issue(node, 'set-led', 'on');
      node.values.set('push-interval', { value: 30, type: 'float', modified: 1_767_225_600 });
      device = await connect(transport, node, version);
    });
    afterAll(() => device.end());

    test.each(operations.map((operation) => [operation.id, operation] as const))(
      '%s gets the documented response',
      async (_, operation) => {
        const { topic, body } = await device.request(
          topicOf(operation),
          requestOf(operation, node),
        );
        expect(topic).toBe('response');
        const success = operation.responses[0];
        expect(success && bodyViolation(success.schema, body)).toBeUndefined();
        const code = operation.id === 'binddevice' ? 'errcode' : 'errorcode';
        const isBare = operation.id === 'http-time-sync';
        expect(envelopeOf(body)).toEqual(isBare ? {} : { success: true, error: '', [code]: 0 });
      },
    );

    test('an operation of the guides gets a response too', async () => {
      const before = node.heartbeats;
      const { topic, body } = await device.request('heartbeat/json', {}, 0);
      expect([topic, body.success, node.heartbeats]).toEqual(['response', true, before + 1]);
      const event = { eventType: 'door-unlocked', timestamp: 1_767_225_600_000, data: { a: [1] } };
      expect((await device.request('events/submit/json', event)).body.success).toBe(true);
      expect(node.events.at(-1)).toEqual(event);
      const point = { variable: 'temperature', value: 1, timestamp: 0 };
      const ofChild = { childAlias: 'meter-1', data: [point] };
      const reply = await device.request('gateway/submitdata/json', ofChild);
      expect(envelopeOf(reply.body)).toEqual({ success: true, error: '', errorcode: 0 });
      expect(node.points.at(-1)).toEqual({ childAlias: 'meter-1', ...point });
    });

    test('what one request writes is visible to the next', async () => {
      await device.request('valuestore/setValue/json', { key: 'mode', value: 'x', type: 'string' });
      const namespace = { scope: 'self', id: '' };
      const read = await device.request('valuestore/getValue/json', { namespace, key: 'mode' });
      expect(read.body).toMatchObject({ value: 'x', type: 'string' });
    });

    test('a rejection is published on the errors topic, with the MQTT code', async () => {
      const data = [{ variable: 'Temperature', value: 1, timestamp: 0 }];
      const { topic, body } = await device.request('submitdata/json', { data });
      expect(topic).toBe('errors');
      expect(envelopeOf(body)).toMatchObject({ success: false, errorcode: 4040 });
    });

    // The vendor's Python and C libraries read `errorcode` from a rejected bind, and crash without it.
    test('a rejected bind carries its code under both names', async () => {
      const { topic, body } = await device.request('bindDevice/json', { deviceid: 'none' });
      expect(topic).toBe('errors');
      expect(envelopeOf(body)).toMatchObject({ success: false, errcode: 1, errorcode: 1 });
    });

    test('a field of the wrong type is rejected', async () => {
      const { topic, body } = await device.request('submitdata/json', { data: 'all of it' });
      expect(topic).toBe('errors');
      expect(body.error).toContain('data');
    });

    test('commands and values are pushed to who has subscribed', async () => {
      await device.subscribe('commands', 'valuestore/updates/json');
      const push = served.platform.issue(node, 'set-led', 'off');
      served.broker.deliver(node.projectId, push);
      const command = await device.messages.next(({ topic }) => topic === 'commands');
      expect(command).toEqual({ topic: 'commands', body: push.body, qos: 1 });
      const update = document.mqtt?.pushed[1]?.example as JsonObject;
      const topic = 'valuestore/updates/json';
      served.broker.deliver(node.projectId, { ...push, topic, body: update });
      expect(await device.messages.next((message) => message.topic === topic)).toMatchObject({
        body: update,
      });
    });
  });
});

test('each request of the document and the guides has its own topic', () => {
  expect(new Set(operations.map(topicOf)).size).toBe(17);
});
