import { expect, test } from 'vitest';

import { mqttExchange } from '../../src/index.ts';
import { mqttFacts, nodeCreate, submitData } from '../support/operations.ts';

test('an operation without an MQTT form has no exchange', () => {
  expect(mqttExchange(nodeCreate, mqttFacts)).toBeUndefined();
});

test('broker, topics and body come from the specification', () => {
  expect(mqttExchange(submitData, mqttFacts)).toEqual({
    host: 'mqtt.example.test',
    port: 8883,
    caFile: 'anedya-root-ca-3.pem',
    publish: '$anedya/device/{deviceId}/submitdata/json',
    responseTopics: ['$anedya/device/{deviceId}/response', '$anedya/device/{deviceId}/errors'],
    body: submitData.request.example,
  });
});

test('host, port, certificate and body can be replaced', () => {
  const options = { host: 'localhost', port: 1, caFile: 'ca.pem', body: { reqId: 'r', a: 1 } };
  expect(mqttExchange(submitData, mqttFacts, options)).toMatchObject(options);
});

test.each([
  [{ a: 1 }, { reqId: 'req-0001', a: 1 }],
  [
    { a: 1, reqId: '' },
    { reqId: 'req-0001', a: 1 },
  ],
  [{ reqId: 'x'.repeat(40) }, { reqId: 'x'.repeat(36) }],
])('body %j is sent with a request id of valid length', (body, sent) => {
  expect(mqttExchange(submitData, mqttFacts, { body })?.body).toEqual(sent);
});
