import { expect, test } from 'vitest';
import { Device } from './support/device.ts';
import { startBroker } from './support/start.ts';

const clients = 500;

test(`${clients} devices of both versions are connected at once and served`, async () => {
  const served = await startBroker({ connectionsPerProject: clients });
  const nodes = Array.from({ length: clients }, () => served.platform.addNode());
  const devices = await Promise.all(
    nodes.map((node, index) => Device.connect(served.url, node, index % 2 === 0 ? 4 : 5)),
  );
  expect(served.broker.connected).toBe(clients);
  await Promise.all(devices.map((device) => device.subscribe('commands')));
  const data = [{ variable: 'temperature', value: 1, timestamp: 0 }];
  const responses = await Promise.all(
    devices.flatMap((device) => [
      device.request('submitdata/json', { data }),
      device.request('heartbeat/json', {}, 0),
    ]),
  );
  expect(responses.every(({ topic }) => topic === 'response')).toBe(true);
  for (const node of nodes) {
    served.broker.deliver(node.projectId, served.platform.issue(node, 'set-led', node.nodeId));
  }
  const pushed = await Promise.all(devices.map((device) => device.messages.next()));
  expect(pushed.map(({ body }) => body.data)).toEqual(nodes.map(({ nodeId }) => nodeId));
  for (const { points, heartbeats } of nodes) expect([points.length, heartbeats]).toEqual([1, 1]);
  for (const { messages } of devices) expect(messages.unread).toEqual([]);
  await served.broker.close();
  await Promise.all(devices.map(({ ended }) => ended));
  expect([served.broker.connected, served.errors]).toEqual([0, []]);
  await served.close();
});
