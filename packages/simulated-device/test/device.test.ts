import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  SimulatedDevice,
  type DeviceLink,
  type Fields,
  type LinkEvents,
  type Will,
} from '../src/index.ts';
import { ManualTimers } from './manual-timers.ts';

/** A broker with the platform behind it: it records requests, and responds to each in the next turn. */
class MemoryBroker {
  readonly requests: { readonly topic: string; readonly body: Fields }[] = [];
  readonly ends: string[] = [];
  will: Will | undefined;
  events: LinkEvents | undefined;
  responses: Readonly<Record<string, () => Fields>> = {};

  readonly open = (will: Will, events: LinkEvents): DeviceLink => {
    this.will = will;
    this.events = events;
    return {
      publish: (topic, text) => {
        const body = JSON.parse(text) as Fields;
        this.requests.push({ topic, body });
        const fields = { success: true, ...this.responses[topic]?.() };
        queueMicrotask(() => this.push('response', { reqId: body.reqId, ...fields }));
      },
      close: () => void this.ends.push('close'),
      drop: () => void this.ends.push('drop'),
    };
  };

  push(suffix: string, body: Fields): void {
    this.events?.onMessage(`own/${suffix}`, JSON.stringify(body));
  }

  sent(topic: string): readonly Fields[] {
    return this.requests.filter((request) => request.topic === topic).map(({ body }) => body);
  }
}

let timers: ManualTimers;
let broker: MemoryBroker;
let device: SimulatedDevice;
let file: Uint8Array;

beforeEach(() => {
  timers = new ManualTimers();
  broker = new MemoryBroker();
  file = new TextEncoder().encode('firmware');
  device = new SimulatedDevice({
    open: broker.open,
    topicOf: (operation) => operation,
    timers,
    download: () => Promise.resolve(file),
  });
});
afterEach(() => device.stop());

async function start(): Promise<void> {
  device.start();
  broker.events?.onReady();
  await timers.advance(0);
}

const statuses = (topic: string) => broker.sent(topic).map(({ status }) => status);

describe('a running device', () => {
  test('reads its setting, stores its version and submits all values', async () => {
    broker.responses = { 'valuestore-get-value': () => ({ value: 10, type: 'float' }) };
    await start();
    expect(device.getState()).toMatchObject({ power: 'on', interval: 10 });
    expect(broker.sent('valuestore-set-value')).toMatchObject([
      { key: 'firmware', value: '1.0.0' },
    ]);
    const [all] = broker.sent('submitdata');
    expect(all?.data).toHaveLength(5);
    await timers.advance(9_999);
    expect(broker.sent('submitdata')).toHaveLength(1);
    await timers.advance(1);
    expect(broker.sent('submitdata')).toHaveLength(2);
  });

  test('submits a value when it changes, and only then', async () => {
    await start();
    device.turn('temperature', 30);
    device.turn('temperature', 30);
    await timers.advance(0);
    expect(broker.sent('submitdata').at(-1)?.data).toEqual([
      { variable: 'temperature', value: 30, timestamp: 0 },
    ]);
    expect(broker.sent('submitdata')).toHaveLength(2);
  });

  test('sends a heartbeat every 5 seconds until it stops, with the time of the last accepted one', async () => {
    await start();
    await timers.advance(10_000);
    expect(broker.sent('heartbeat')).toHaveLength(3);
    expect(device.getState().heartbeatAt).toBe(timers.now());
    device.stop();
    expect(broker.ends).toEqual(['close']);
    expect(timers.waiting).toBe(0);
    await timers.advance(60_000);
    expect(broker.sent('heartbeat')).toHaveLength(3);
  });

  test('leaves its last will to the broker when it is unplugged', async () => {
    await start();
    device.unplug();
    expect(broker.ends).toEqual(['drop']);
    expect(broker.will).toEqual({
      topic: 'logs-submit-logs',
      text: '{"data":[{"timestamp":0,"log":"connection lost"}]}',
    });
    expect(device.getState().power).toBe('unplugged');
    device.turn('temperature', 30);
    await timers.advance(60_000);
    expect(broker.sent('submitdata')).toHaveLength(1);
  });

  test('reports a lost connection, and starts again', async () => {
    await start();
    broker.events?.onEnd();
    expect(device.getState().power).toBe('lost');
    expect(timers.waiting).toBe(0);
    await start();
    expect(device.getState().power).toBe('on');
  });

  test('goes on when a response does not arrive', async () => {
    await start();
    const silent = new SimulatedDevice({
      open: (_, events) => {
        broker.events = events;
        return { publish: () => undefined, close: () => undefined, drop: () => undefined };
      },
      topicOf: (operation) => operation,
      timers,
      download: () => Promise.resolve(file),
    });
    silent.start();
    broker.events?.onReady();
    await timers.advance(31_000);
    expect(silent.getState()).toMatchObject({ power: 'on', heartbeatAt: undefined, interval: 30 });
    silent.stop();
  });
});

describe('the setting push-interval', () => {
  test('applies at once, and the device submits all values', async () => {
    await start();
    broker.push('valuestore/updates/json', { key: 'push-interval', value: 5, type: 'float' });
    await timers.advance(4_999);
    expect(device.getState().interval).toBe(5);
    expect(broker.sent('submitdata')).toHaveLength(2);
    await timers.advance(1);
    expect(broker.sent('submitdata')).toHaveLength(3);
  });

  test.each([0, 3601, '5', null])('is ignored if it is %s', async (value) => {
    await start();
    broker.push('valuestore/updates/json', { key: 'push-interval', value });
    broker.push('valuestore/updates/json', { key: 'label', value: 5 });
    expect(device.getState().interval).toBe(30);
  });
});

describe('a command', () => {
  const lamp = { commandId: 'c1', command: 'set-led', data: 'on', datatype: 'string' };

  test('is received, processed and concluded, and the lamp is on', async () => {
    await start();
    broker.push('commands', lamp);
    await timers.advance(0);
    expect(device.getState().command).toMatchObject({ commandId: 'c1', status: 'received' });
    expect(device.getState().readings.lamp).toBe('off');
    await timers.advance(1_200);
    expect(device.getState().command?.status).toBe('processing');
    await timers.advance(1_200);
    expect(device.getState().command?.status).toBe('success');
    expect(device.getState().readings.lamp).toBe('on');
    expect(statuses('commands-update-status')).toEqual(['received', 'processing', 'success']);
    expect(broker.sent('submitdata').at(-1)?.data).toMatchObject([
      { variable: 'lamp', value: 'on' },
    ]);
  });

  test.each([
    [{ ...lamp, command: 'open-roof' }, 'unknown command'],
    [{ ...lamp, data: 'maybe' }, 'expected on or off'],
  ])('fails if the device cannot run it: %o', async (command, ackdata) => {
    await start();
    broker.push('commands', command);
    await timers.advance(3_000);
    expect(broker.sent('commands-update-status').at(-1)).toMatchObject({
      status: 'failure',
      ackdata,
    });
    expect(device.getState().readings.lamp).toBe('off');
  });

  test('that was missed is fetched after the connect, and runs once', async () => {
    let isQueued = true;
    broker.responses = {
      'commands-next': () => {
        const response = isQueued ? { available: true, ...lamp } : { available: false };
        isQueued = false;
        return response;
      },
    };
    await start();
    broker.push('commands', lamp);
    await timers.advance(10_000);
    expect(statuses('commands-update-status')).toEqual(['received', 'processing', 'success']);
  });

  test('runs when it is delivered again after its status was rejected', async () => {
    broker.responses = { 'commands-update-status': () => ({ success: false }) };
    await start();
    broker.push('commands', lamp);
    await timers.advance(0);
    broker.responses = {};
    broker.push('commands', lamp);
    await timers.advance(3_000);
    expect(device.getState().readings.lamp).toBe('on');
  });

  test('runs after a reconnect if the connection was lost before its status arrived', async () => {
    await start();
    broker.responses = { 'commands-update-status': () => ({ reqId: 'lost' }) };
    broker.push('commands', lamp);
    await timers.advance(0);
    broker.events?.onEnd();
    broker.responses = {};
    await start();
    broker.push('commands', lamp);
    await timers.advance(3_000);
    expect(device.getState().readings.lamp).toBe('on');
  });

  test.each([
    ['received', 0, ['received', 'processing', 'success']],
    ['processing', 1_200, ['received', 'processing', 'processing', 'success']],
  ])('continues after a reconnect if its status is %s', async (status, time, reported) => {
    await start();
    broker.push('commands', lamp);
    await timers.advance(time);
    expect(device.getState().command?.status).toBe(status);
    device.unplug();
    await start();
    await timers.advance(3_000);
    expect(statuses('commands-update-status')).toEqual(reported);
    expect(device.getState()).toMatchObject({
      command: { commandId: 'c1', status: 'success' },
      readings: { lamp: 'on' },
    });
    device.unplug();
    await start();
    await timers.advance(3_000);
    expect(statuses('commands-update-status')).toEqual(reported);
  });

  test('reports again after a reconnect if the response to its status was lost', async () => {
    await start();
    broker.responses = { 'commands-update-status': () => ({ reqId: 'lost' }) };
    broker.push('commands', lamp);
    await timers.advance(0);
    device.unplug();
    broker.responses = {};
    await start();
    await timers.advance(3_000);
    expect(statuses('commands-update-status')).toEqual([
      'received',
      'received',
      'processing',
      'success',
    ]);
  });

  test.each([
    ['received', ['received']],
    ['processing', ['received', 'processing']],
  ])('ends when %s is rejected, and the next missed one runs', async (rejected, reported) => {
    const queue = [lamp, { ...lamp, commandId: 'c2', command: 'set-pump' }];
    broker.responses = {
      'commands-next': () => ({ available: queue.length > 0, ...queue.shift() }),
      'commands-update-status': () => {
        const { commandId, status } = broker.sent('commands-update-status').at(-1) ?? {};
        return { success: commandId !== 'c1' || status !== rejected };
      },
    };
    await start();
    await timers.advance(6_000);
    const all = [...reported, 'received', 'processing', 'success'];
    expect(statuses('commands-update-status')).toEqual(all);
    expect(device.getState().readings).toMatchObject({ lamp: 'off', pump: 'on' });
    device.unplug();
    await start();
    await timers.advance(3_000);
    expect(statuses('commands-update-status')).toEqual(all);
  });

  test('that stays first in the queue is fetched again once', async () => {
    broker.responses = {
      'commands-next': () => ({ available: true, ...lamp }),
      'commands-update-status': () => ({ success: false }),
    };
    await start();
    await timers.advance(3_000);
    expect(broker.sent('commands-next')).toHaveLength(2);
    expect(statuses('commands-update-status')).toEqual(['received']);
  });
});

describe('an update', () => {
  const offer = () => ({
    deploymentAvailable: true,
    data: {
      deploymentId: 'd1',
      assetIdentifier: 'main-firmware',
      assetVersion: '1.1.0',
      assetSigned: false,
      assetChecksum: createHash('sha256').update('firmware').digest('hex'),
      asseturl: 'https://example.com/file',
    },
  });
  const offerOnce = (changes: Fields = {}) => {
    let isOffered = false;
    broker.responses = {
      'v-1-ota-next': () => {
        if (isOffered) return { deploymentAvailable: false };
        isOffered = true;
        const { data, ...rest } = offer();
        return { ...rest, data: { ...data, ...changes } };
      },
    };
  };

  test('is downloaded, verified and installed', async () => {
    offerOnce();
    await start();
    expect(device.getState().update?.step).toBe('downloading');
    await timers.advance(1_200);
    expect(device.getState().update?.step).toBe('verifying');
    await timers.advance(1_200);
    expect(device.getState()).toMatchObject({ firmware: '1.0.0', update: { step: 'installing' } });
    await timers.advance(1_200);
    expect(device.getState()).toMatchObject({ firmware: '1.1.0', update: { step: 'success' } });
    expect(statuses('v-1-ota-status-update')).toEqual(['start', 'success']);
    expect(broker.sent('valuestore-set-value').at(-1)).toMatchObject({ value: '1.1.0' });
  });

  test('with a checksum in upper case is installed', async () => {
    offerOnce({ assetChecksum: offer().data.assetChecksum.toUpperCase() });
    await start();
    await timers.advance(3_600);
    expect(statuses('v-1-ota-status-update')).toEqual(['start', 'success']);
  });

  test('with a damaged file fails, and the device keeps its firmware', async () => {
    offerOnce();
    device.damageDownload(true);
    await start();
    await timers.advance(5_000);
    expect(statuses('v-1-ota-status-update')).toEqual(['start', 'failure']);
    expect(device.getState()).toMatchObject({
      firmware: '1.0.0',
      damagesDownload: false,
      update: { step: 'failure' },
    });
  });

  test.each([{ assetIdentifier: 'radio-firmware' }, { assetSigned: true }])(
    'that is not for this device is skipped: %o',
    async (changes) => {
      offerOnce(changes);
      await start();
      expect(statuses('v-1-ota-status-update')).toEqual(['skipped']);
    },
  );

  test('is asked for every 30 seconds, and on request', async () => {
    await start();
    device.checkForUpdate();
    await timers.advance(0);
    expect(broker.sent('v-1-ota-next')).toHaveLength(2);
    await timers.advance(30_000);
    expect(broker.sent('v-1-ota-next')).toHaveLength(3);
  });
});
