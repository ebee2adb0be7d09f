import { describe, expect, test, vi } from 'vitest';
// The device's client is not needed here, and its browser build reads `navigator` when it is imported.
vi.mock('mqtt/dist/mqtt.esm', () => ({ default: {} }));

import { PacketReader, wireLength, withWireEntry } from './wire';

const operation = (id: string, suffix: string) => ({
  id,
  title: `Title of ${id}`,
  topic: `root/{deviceId}/${suffix}`,
  page: `/device/api/${id}/`,
  isProvisional: false,
});

const reader = () =>
  new PacketReader(
    {
      topicPrefix: 'root/{deviceId}/',
      subscribe: [],
      operations: [operation('submitdata', 'submitdata/json')],
      guideOperations: [
        { ...operation('heartbeat', 'heartbeat/json'), page: '/features/heartbeat/' },
      ],
      samples: { http: {}, mqtt: {} },
    },
    'root/d-1/',
  );

const message = (suffix: string, body: object) => ({
  cmd: 'publish' as const,
  topic: `root/d-1/${suffix}`,
  payload: JSON.stringify(body),
  qos: 1 as const,
  dup: false,
  retain: false,
});

describe('a packet', () => {
  test('of a request links to its operation, and so does its response', () => {
    const packets = reader();
    const sent = packets.read('out', message('submitdata/json', { reqId: 'r1' }));
    expect(sent).toMatchObject({
      name: 'PUBLISH',
      detail: 'submitdata/json',
      body: '{"reqId":"r1"}',
      reference: { page: '/device/api/submitdata/', samples: 'mqtt' },
    });
    const response = packets.read('in', message('errors', { reqId: 'r1' }));
    expect(response).toMatchObject({ isBad: true, reference: { page: '/device/api/submitdata/' } });
  });

  test('of an operation that only a guide describes links to the guide, without samples', () => {
    const { reference } = reader().read('out', message('heartbeat/json', { reqId: 'r1' }));
    expect(reference).toEqual({ title: 'Title of heartbeat', page: '/features/heartbeat/' });
  });

  test('that is pushed links to the pushed messages', () => {
    const { reference } = reader().read('in', message('commands', { commandId: 'c' }));
    expect(reference.page).toBe('/device/mqtt-endpoints/#pushed-messages');
  });

  test('that rejects is marked', () => {
    const packets = reader();
    const connack = { cmd: 'connack' as const, sessionPresent: false };
    expect(packets.read('in', { ...connack, reasonCode: 134 })).toMatchObject({
      detail: 'Reason code 134',
      isBad: true,
    });
    expect(packets.read('in', { ...connack, reasonCode: 0 }).isBad).toBe(false);
    expect(packets.read('in', { cmd: 'suback', granted: [1, 135] }).isBad).toBe(true);
    const disconnect = { cmd: 'disconnect' as const, reasonCode: 142 };
    expect(packets.read('in', disconnect).isBad).toBe(true);
  });
});

test('the oldest entries are removed', () => {
  const entry = reader().read('out', { cmd: 'pingreq' });
  let list = withWireEntry([], entry, 0);
  for (let at = 1; at <= wireLength; at += 1) list = withWireEntry(list, entry, at);
  expect(list).toHaveLength(wireLength);
  expect(list[0]?.at).toBe(1);
  expect(new Set(list.map(({ id }) => id)).size).toBe(wireLength);
});
