import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localSharedState, type SharedState } from '../../src/core/shared-state.ts';
import { deferred } from '../support/deferred.ts';
import { Device } from './support/device.ts';
import type { TestNode } from './support/platform.ts';
import { startBroker, type TestBroker } from './support/start.ts';

/** Reason code "administrative action" (MQTT 5.0, 3.14.2.1). */
const administrativeAction = 152;
const otherId = '00000000-0000-4000-8000-0000000000ff';

let served: TestBroker;
let node: TestNode;
/** Holds connections back between their credentials and their place in the broker. */
let held: Promise<void>;
let reached: () => void;

beforeEach(async () => {
  held = Promise.resolve();
  reached = () => undefined;
  const local = localSharedState({ now: () => 0 });
  const shared: SharedState = {
    ...local,
    rateLimit: (name, rate) => ({
      ...local.rateLimit(name, rate),
      take: async () => {
        reached();
        await held;
        return true;
      },
    }),
  };
  served = await startBroker({}, undefined, shared);
  node = served.platform.addNode();
});
afterEach(() => served.close());

test('a message reaches the device that it is addressed to, and no other of its node', async () => {
  const device = await Device.connect(served.url, node, 5);
  await device.subscribe('commands');
  const push = served.platform.issue(node, 'set-led', 'for another');
  served.broker.deliver(node.projectId, { ...push, deviceId: otherId });
  served.broker.deliver(node.projectId, served.platform.issue(node, 'set-led', 'for this one'));
  expect(await device.messages.next()).toMatchObject({ body: { data: 'for this one' } });
  await device.end();
});

test('the device that a node keeps stays connected when others are ended', async () => {
  const { projectId, nodeId, deviceId } = node;
  const device = await Device.connect(served.url, node, 5);
  await served.broker.disconnect(projectId, nodeId, deviceId);
  expect(await device.request('heartbeat/json', {})).toMatchObject({ topic: 'response' });
  await served.broker.disconnect(projectId, nodeId, otherId);
  expect(await device.ended).toBe(administrativeAction);
});

test('a device that binds another one gets the response before it is disconnected', async () => {
  const { broker, platform, url } = served;
  const request = platform.request.bind(platform);
  vi.spyOn(platform, 'request').mockImplementation(async (...args) => {
    const outcome = await request(...args);
    void broker.disconnect(node.projectId, node.nodeId, otherId);
    return outcome;
  });
  const device = await Device.connect(url, node, 5);
  const body = { deviceid: otherId, bindingsecret: node.bindingSecret };
  // `request` also waits for the PUBACK.
  expect(await device.request('bindDevice/json', body)).toMatchObject({ topic: 'response' });
  expect(await device.ended).toBe(administrativeAction);
});

test('a device whose node is deleted while it connects is rejected', async () => {
  const [arrived, released] = [deferred(), deferred()];
  held = released.promise;
  reached = () => arrived.resolve();
  const connecting = Device.connect(served.url, node, 5).catch((error: unknown) => error);
  await arrived.promise;
  node.deviceId = otherId;
  await served.broker.disconnect(node.projectId, node.nodeId, otherId);
  released.resolve();
  expect(await connecting).toMatchObject({ code: 135 });
  expect(served.broker.connected).toBe(0);
});
