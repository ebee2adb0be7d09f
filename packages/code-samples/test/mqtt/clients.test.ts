import { describe, expect, test } from 'vitest';

import { mqttClients, mqttExchange, type MqttExchange } from '../../src/index.ts';
import { mqttFacts, submitData } from '../support/operations.ts';

function exchange(options?: Parameters<typeof mqttExchange>[2]): MqttExchange {
  const found = mqttExchange(submitData, mqttFacts, options);
  if (!found) throw new Error('the call has no MQTT form');
  return found;
}

test('clients come in the order readers see', () => {
  expect(mqttClients.map((client) => client.id)).toEqual([
    'mosquitto',
    'python',
    'nodejs',
    'arduino',
  ]);
});

describe.each(mqttClients)('$label', (client) => {
  test('the whole program', async () => {
    const source = client.render(exchange());
    await expect(source).toMatchFileSnapshot(`../fixtures/mqtt/${client.id}.txt`);
  });

  test('certificates are checked, against the given root', () => {
    const source = client.render(exchange({ caFile: 'ca.pem' }));
    expect(source).toContain('ca.pem');
    expect(source).not.toMatch(/insecure|rejectUnauthorized|CERT_NONE/i);
  });

  test('no placeholder of a topic is left', () => {
    expect(client.render(exchange())).not.toMatch(/(?<!\$)\{deviceId\}/);
  });
});

test('Arduino gets a buffer the body fits into', () => {
  const arduino = mqttClients.find((client) => client.id === 'arduino');
  const source = arduino?.render(exchange({ body: { log: 'ü'.repeat(2000) } }));
  expect(source).toContain('setBufferSize(5120)');
});
