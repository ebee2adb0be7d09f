import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CallError } from '../../src/core/call-error.ts';
import type { Handlers } from '../../src/core/context.ts';
import type { Surroundings } from '../../src/core/run-call.ts';
import { requireDevice } from '../../src/core/require-device.ts';
import { sandboxDeviceCalls, type Validate } from '../../src/mqtt/sandbox-device-calls.ts';
import { TestSandbox } from '../support/sandbox.ts';
import { Device } from './support/device.ts';
import { startBroker, type TestBroker } from './support/start.ts';

const deviceId = '00000000-0000-4000-8000-00000000d001';
const project = 'project-1';

/** Handlers over the real store: a heartbeat is kept, and pushed back; binding takes the device that is named. */
const handlers: Handlers = {
  'device/heartbeat': async (context) => {
    const nodeId = requireDevice(context);
    const { tx, now, projectId } = context;
    const own = tx
      .updateTable('nodes')
      .where('project_id', '=', projectId)
      .where('id', '=', nodeId);
    await own.set({ last_heartbeat: now }).execute();
    context.push({ nodeId, topic: 'commands', body: { command: 'seen' } });
    return {};
  },
  'device/submitdata': () => {
    throw new CallError(404, 'variable::notfound', 'There is no such variable.', 4040);
  },
  'device/binddevice': async (context, { deviceid }) => {
    const nodeId = requireDevice(context);
    const own = context.tx.updateTable('nodes').where('id', '=', nodeId);
    await own.set({ device_id: deviceid as string }).execute();
    return {};
  },
};
const validate: Validate = (id, body) => {
  if (id !== 'device/submitdata' || 'data' in body) return;
  throw new CallError(400, 'generic::malformedrequest', '"data" is missing.');
};

let sandbox: TestSandbox;
let served: TestBroker;

beforeEach(async () => {
  sandbox = await TestSandbox.open(handlers);
  await sandbox.project(project);
  const surroundings: Surroundings = {
    ...{ db: sandbox.db, handlers, filesUrl: '', clock: { now: () => sandbox.now } },
    ids: { uuid: randomUUID, hex: () => '', alphanumeric: () => '' },
    deliver: (projectId, message) => served.broker.deliver(projectId, message),
  };
  served = await startBroker({}, sandboxDeviceCalls(surroundings, validate));
});
afterEach(async () => {
  await served.close();
  await sandbox.close();
});

const rowOf = (id: string) =>
  sandbox.db.selectFrom('nodes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const change = (id: string, changes: { suspended?: number; device_id?: string | null }) =>
  sandbox.db.updateTable('nodes').set(changes).where('id', '=', id).execute();

async function connect(id: string, as = deviceId) {
  const { connection_key: connectionKey } = await rowOf(id);
  return Device.connect(served.url, { deviceId: as, connectionKey }, 5);
}

test('a call is committed and pushed, and a refusal carries its code', async () => {
  const id = await sandbox.node(project, deviceId);
  const device = await connect(id);
  await device.subscribe('commands');
  expect((await device.request('heartbeat/json', {})).body.success).toBe(true);
  expect((await rowOf(id)).last_heartbeat).toBe(sandbox.now);
  const pushed = await device.messages.next();
  expect(pushed).toMatchObject({ topic: 'commands', body: { command: 'seen' } });
  const { body } = await device.request('submitdata/json', { data: [] });
  expect(body).toMatchObject({ success: false, errorcode: 4040 });
  const malformed = await device.request('submitdata/json', {});
  expect(malformed.body).toMatchObject({ error: '"data" is missing.', errorcode: 1 });
});

test('a device authorized ahead is bound when it connects', async () => {
  const id = await sandbox.node(project, deviceId);
  await sandbox.db.updateTable('nodes').set({ is_bound: 0 }).where('id', '=', id).execute();
  await connect(id);
  expect((await rowOf(id)).is_bound).toBe(1);
});

test('unknown keys, other devices and suspended nodes are told apart', async () => {
  const id = await sandbox.node(project, deviceId);
  const stranger = Device.connect(served.url, { deviceId, connectionKey: 'other' }, 5);
  await expect(stranger).rejects.toMatchObject({ code: 134 });
  const other = '00000000-0000-4000-8000-00000000d002';
  await expect(connect(id, other)).rejects.toMatchObject({ code: 135 });
  await change(id, { suspended: 1 });
  await expect(connect(id)).rejects.toMatchObject({ code: 135 });
});

test('a device that is not bound connects with its key, and binds before anything else', async () => {
  const id = await sandbox.node(project);
  const device = await connect(id);
  const early = await device.request('heartbeat/json', {});
  expect(early).toMatchObject({ topic: 'errors', body: { success: false } });
  const bound = await device.request('bindDevice/json', { deviceid: deviceId });
  expect(bound.body).toMatchObject({ success: true, errcode: 0 });
  expect((await device.request('heartbeat/json', {})).topic).toBe('response');
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['its node is suspended', (id) => change(id, { suspended: 1 })],
  ['another device is bound', (id) => change(id, { device_id: 'other' })],
  ['its node is deleted', (id) => sandbox.db.deleteFrom('nodes').where('id', '=', id).execute()],
  ['its project ends', () => sandbox.db.deleteFrom('projects').execute()],
])('a connected device makes no more calls when %s', async (_, happen) => {
  const id = await sandbox.node(project, deviceId);
  const device = await connect(id);
  await happen(id);
  const { topic, body } = await device.request('heartbeat/json', {});
  expect([topic, body.success]).toEqual(['errors', false]);
  expect(served.faults).toEqual([]);
});
