import { expect, it } from 'vitest';
import { operationData } from '../../../../content/api-reference/operation-data';
import { readApi } from '../../../../content/api-reference/documents';
import { describedProject, json, stubBrowser } from '../../../../test/support/browser';

const { config, document } = await readApi('device');
const id = 'valuestore-set-value';
const operation = document.operations.find((one) => one.id === id) ?? expect.fail(id);
const topic = operation.mqtt?.publish ?? '';

const topicPrefix = '$anedya/device/{deviceId}/';
const ownPath = topic.slice(topicPrefix.length);

const facts = {
  topicPrefix,
  subscribe: [],
  operations: [{ id, topic, title: '', page: '', isProvisional: false }],
  guideOperations: [],
  samples: { http: {}, mqtt: {} },
};

/** Exports a message that a device has published, from a page with a project. */
async function exported(device: string, path: string, broker: object) {
  stubBrowser(({ url }) =>
    url.startsWith('/operations/')
      ? json(operationData(config, document, operation))
      : json(describedProject({ apiKey: 'k1', broker }), 201),
  );
  const { openSandboxProject } = await import('../../sandbox-project/project');
  await openSandboxProject();
  const { exportHistory } = await import('./portable-requests');
  const message = { id: 1, at: 0, ack: undefined, responseId: undefined };
  const sent = topicPrefix.replace('{deviceId}', device) + path;
  const entries = [{ ...message, kind: 'out', qos: 0, topic: sent, text: '{}' } as const];
  return exportHistory('/operations/', [], { facts, entries });
}

const broker = { host: 'localhost', tcp: 1883, tls: 8883, webSocket: 'ws://localhost/x' };

it.each(['d1', 'the-device-of-an-earlier-project'])(
  'exports a message of the device %s for any device',
  async (device) => {
    const { set, notes } = await exported(device, ownPath, broker);
    expect(set.messages).toMatchObject([{ id: `${id}-mqtt`, publish: topic }]);
    expect(notes).toEqual([]);
  },
);

it('names a message to a topic that no operation has', async () => {
  const { set } = await exported('earlier', 'own/topic', broker);
  expect(set.messages).toMatchObject([
    { title: 'own/topic', publish: '$anedya/device/{deviceId}/own/topic' },
  ]);
});

it('says why messages to a broker in this browser are left out', async () => {
  const { set, notes } = await exported('d1', ownPath, { ...broker, tcp: null, tls: null });
  expect(set.messages).toEqual([]);
  expect(notes).toEqual([
    '1 over MQTT left out: the project of this tab has no broker that programs can reach.',
  ]);
});
