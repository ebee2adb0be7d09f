import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRequestId } from '../../src/mqtt/handle-request.ts';
import { Device } from './support/device.ts';
import { startBroker, type TestBroker } from './support/start.ts';

let served: TestBroker;
let device: Device;

beforeAll(async () => {
  served = await startBroker();
  device = await Device.connect(served.url, served.platform.addNode(), 5);
});
afterAll(() => served.close());

async function responseTo(payload: string) {
  const response = device.messages.next();
  await device.publish('heartbeat/json', payload);
  return response;
}

// specs/facts/device-api.md, 3.3
test('a request id of 36 characters comes back', async () => {
  const reqId = 'x'.repeat(36);
  expect((await responseTo(JSON.stringify({ reqId }))).body.reqId).toBe(reqId);
});

test('a longer one is cut to its first 36 characters', async () => {
  const { body } = await responseTo(
    JSON.stringify({ reqId: `${'é😀'.repeat(18)}${'x'.repeat(64)}` }),
  );
  expect(body.reqId).toBe('é😀'.repeat(18));
});

test('a message is dropped above 100 characters, and the acknowledgment says so', async () => {
  const before = served.platform.requests;
  const dropped = device.publish('heartbeat/json', JSON.stringify({ reqId: 'x'.repeat(101) }));
  await expect(dropped).rejects.toMatchObject({ code: 0x83 });
  const { body } = await device.request('heartbeat/json', {});
  expect(body.success).toBe(true);
  expect(served.platform.requests).toBe(before + 1);
  expect(device.messages.unread).toEqual([]);
});

test('one is generated when there is none, another for each request', async () => {
  const { body: first } = await responseTo('{}');
  const { body: second } = await responseTo('{}');
  expect(first.reqId).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.reqId).toMatch(/^[0-9a-f-]{36}$/);
  expect(first.reqId).not.toBe(second.reqId);
});

test('an empty one comes back as it is', async () => {
  expect((await responseTo('{"reqId":""}')).body.reqId).toBe('');
});

test('one that is not a string is rejected', async () => {
  const { topic, body } = await responseTo('{"reqId":7}');
  expect([topic, body.error]).toEqual(['errors', 'reqId must be a string.']);
});

test('any string is kept, cut or dropped depending on its length only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 130 }), (reqId) => {
      const { length } = Array.from(reqId);
      const read = readRequestId(reqId);
      if (length > 100) return read.kind === 'tooLong';
      return read.kind === 'given' && Array.from(read.reqId).length === Math.min(36, length);
    }),
  );
});
