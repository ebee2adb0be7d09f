import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { mqttClients, mqttExchange, type MqttExchange } from '../../src/index.ts';
import { mqttFacts, submitData } from '../support/operations.ts';

function exchange(options?: Parameters<typeof mqttExchange>[2]): MqttExchange {
  const found = mqttExchange(submitData, mqttFacts, options);
  if (!found) throw new Error('the operation has no MQTT form');
  return found;
}

test('clients are in display order', () => {
  expect(mqttClients.map((client) => client.id)).toEqual([
    'mosquitto',
    'python',
    'nodejs',
    'arduino',
  ]);
});

describe.each(mqttClients)('$label', (client) => {
  test('the program matches its fixture', async () => {
    const source = client.render(exchange());
    await expect(source).toMatchFileSnapshot(`../fixtures/mqtt/${client.id}.txt`);
  });

  test('certificates are verified against the given root', () => {
    const source = client.render(exchange({ caFile: 'ca.pem' }));
    expect(source).toContain('ca.pem');
    expect(source).not.toMatch(/insecure|rejectUnauthorized|CERT_NONE/i);
  });

  test('no topic placeholder is left', () => {
    expect(client.render(exchange())).not.toMatch(/(?<!\$)\{deviceId\}/);
  });
});

test.each([0, 27])('mosquitto removes the file with the key after exit code %s', (code) => {
  const sample = mqttClients.find((client) => client.id === 'mosquitto')?.render(exchange()) ?? '';
  const folder = mkdtempSync(path.join(tmpdir(), 'mosquitto-'));
  // As pasted: the shell goes on after the sample.
  const script = `mosquitto_rr() { cat "$XDG_CONFIG_HOME/mosquitto_rr"; return ${code}; }
${sample}
ls -A "$TMPDIR"`;
  const given = { ANEDYA_DEVICE_ID: 'device', ANEDYA_CONNECTION_KEY: 'key' };
  const env = { PATH: process.env.PATH, TMPDIR: folder, ...given };
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8', env })).toBe('-P key\n');
  rmdirSync(folder);
});

test('the Arduino buffer is large enough for the body', () => {
  const arduino = mqttClients.find((client) => client.id === 'arduino');
  const source = arduino?.render(exchange({ body: { log: 'ü'.repeat(2000) } }));
  expect(source).toContain('setBufferSize(5120)');
});
