import { jsBody, jsString, jsTemplatePart } from '../literals/javascript.ts';
import type { MqttClient, MqttExchange } from '../types.ts';
import { timesIn } from '../reader-id.ts';
import { requestIdOf, topicWith } from './exchange.ts';

function render(exchange: MqttExchange): string {
  const topic = (name: string) => `\`${topicWith(name, '${deviceId}', jsTemplatePart)}\``;
  const topics = exchange.responseTopics.map((name) => `  ${topic(name)},`).join('\n');
  const now =
    timesIn(exchange.body).length > 0 ? 'const now = Math.floor(Date.now() / 1000);\n' : '';
  const { literal, json } = jsBody(exchange.body);
  const reqId = json === 'body' ? jsString(requestIdOf(exchange)) : 'body.reqId';
  return `// npm install mqtt@5
import { on } from 'node:events';
import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';

const deviceId = process.env.ANEDYA_DEVICE_ID?.trim();
if (!deviceId) throw new Error('ANEDYA_DEVICE_ID is not set');
const connectionKey = process.env.ANEDYA_CONNECTION_KEY?.trim();
if (!connectionKey) throw new Error('ANEDYA_CONNECTION_KEY is not set');

${now}const body = ${literal};

const options = {
  protocol: 'mqtts',
  host: process.env.ANEDYA_MQTT_HOST || ${jsString(exchange.host)},
  port: Number(process.env.ANEDYA_MQTT_PORT || ${exchange.port}),
  ca: readFileSync(process.env.ANEDYA_CA_FILE || ${jsString(exchange.caFile)}),
  clientId: deviceId,
  username: deviceId,
  password: connectionKey,
  connectTimeout: 30_000,
  reconnectPeriod: 0,
};
// Without retries, a connection that the broker closes is an error.
const client = await mqtt.connectAsync(options, undefined, false);
const messages = on(client, 'message', { signal: AbortSignal.timeout(30_000) });
const topics = [
${topics}
];
await client.subscribeAsync(topics, { qos: 1 });
await client.publishAsync(${topic(exchange.publish)}, ${json}, {
  qos: 1,
});
for await (const [, payload] of messages) {
  const response = JSON.parse(payload);
  if (response.reqId !== ${reqId}) continue;
  console.log(payload.toString());
  const failed = response.success === false || response.errorcode || response.errcode;
  process.exitCode = failed ? 1 : 0;
  break;
}
await client.endAsync();
`;
}

export const nodejs: MqttClient = {
  id: 'nodejs',
  label: 'Node.js (MQTT.js)',
  highlight: 'javascript',
  file: 'sample.mjs',
  render,
};
