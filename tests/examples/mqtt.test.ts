import { rootCertificates } from 'node:tls';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { Broker } from '../samples/mqtt/broker.ts';
import { packet, startClosingBroker } from './support/broken-broker.ts';
import { DeviceSession } from './support/device-session.ts';
import { commandOf, runExample } from './support/run-example.ts';
import { runUntil, startExample } from './support/start-example.ts';
import { testWith, toolOf } from './support/tools.ts';

const broker = await Broker.start();
afterAll(() => broker.stop());

describe.each(['submit-mqtt/submit.py', 'submit-mqtt/submit.mjs'])('%s', (file) => {
  const test = testWith(toolOf(file));

  test('submits a datapoint in milliseconds and prints the response', async () => {
    const before = Date.now();
    const device = new DeviceSession(broker);
    const over = device.serve(() => true);
    const [outcome, [said]] = await Promise.all([runExample(file, device.environment), over]);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ reqId: 'submit-1', success: true });
    expect(device.said).toHaveLength(1);
    expect(said?.suffix).toBe('submitdata/json');
    const [point] = said?.body.data as { timestamp: number }[];
    expect(point?.timestamp).toBeGreaterThanOrEqual(before);
    expect(point?.timestamp).toBeLessThanOrEqual(Date.now());
    device.expectConnection('response', 'errors');
  });

  test('fails with the error of the platform', async () => {
    const device = new DeviceSession(broker);
    const response = { success: false, error: 'rejected by the test', errorcode: 4040 };
    const over = device.serve(
      () => true,
      () => ({ response }),
    );
    const [outcome] = await Promise.all([runExample(file, device.environment), over]);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain('rejected by the test');
  });

  test('sends no key to a broker whose certificate it does not trust', async () => {
    const device = new DeviceSession(broker);
    const foreign = path.join(tmpdir(), `${device.deviceId}.pem`);
    onTestFinished(() => rm(foreign));
    await writeFile(foreign, rootCertificates[0] ?? '');
    const outcome = await runExample(file, { ...device.environment, ANEDYA_CA_FILE: foreign });
    expect(outcome.code).toBe(1);
    expect(broker.sessionsOf(device.deviceId)).toEqual([]);
  });

  test.each(['ANEDYA_MQTT_HOST', 'ANEDYA_DEVICE_ID', 'ANEDYA_CONNECTION_KEY', 'ANEDYA_CA_FILE'])(
    'names %s when it is missing',
    async (name) => {
      const device = new DeviceSession(broker);
      const outcome = await runExample(file, { ...device.environment, [name]: undefined });
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toContain(`${name} is not set`);
      expect(broker.sessionsOf(device.deviceId)).toEqual([]);
    },
  );
});

describe('a broker that closes the connection before it accepts it', () => {
  async function closing() {
    const closed = await startClosingBroker(packet.connect);
    onTestFinished(closed.stop);
    const device = new DeviceSession(broker);
    return { ...device.environment, ANEDYA_MQTT_PORT: String(closed.port) };
  }

  testWith('mqtt/nodejs')('is an error in submit-mqtt/submit.mjs', async () => {
    const outcome = await runExample('submit-mqtt/submit.mjs', await closing());
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("Couldn't connect to server");
  });

  testWith('mqtt/nodejs')('is a reason to wait in submit-mqtt/backoff.mjs', async () => {
    const running = startExample(commandOf('submit-mqtt/backoff.mjs', await closing()));
    onTestFinished(running.stop);
    const waits = expect
      .poll(running.output, { timeout: 20_000 })
      .toMatch(/Couldn't connect to server: again in \d\.\d s\n/);
    await Promise.race([running.ended, waits]);
  });
});

describe('heartbeat/heartbeat.py', () => {
  const test = testWith(toolOf('heartbeat/heartbeat.py'));

  test('sends a heartbeat when it is connected', async () => {
    const device = new DeviceSession(broker);
    const over = device.serve(() => true);
    await runUntil(commandOf('heartbeat/heartbeat.py', device.environment), over);
    expect(device.said).toEqual([{ suffix: 'heartbeat/json', body: {} }]);
    device.expectConnection('response', 'errors');
  });
});
