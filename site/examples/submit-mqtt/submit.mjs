// Submits one datapoint over MQTT and prints the response.
// Install: npm install mqtt@5
// Set with the setup block: ANEDYA_MQTT_HOST, _MQTT_PORT, _CA_FILE, _DEVICE_ID, _CONNECTION_KEY.
import { on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';

function required(name) {
  const value = process.env[name]?.trim();
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const deviceId = required('ANEDYA_DEVICE_ID');
const prefix = `$anedya/device/${deviceId}`;
const options = {
  protocol: 'mqtts',
  host: required('ANEDYA_MQTT_HOST'),
  port: Number(process.env.ANEDYA_MQTT_PORT || 8883),
  ca: readFileSync(required('ANEDYA_CA_FILE')),
  clientId: deviceId,
  username: deviceId,
  password: required('ANEDYA_CONNECTION_KEY'),
  keepalive: 60,
  connectTimeout: 30_000,
  reconnectPeriod: 0,
};
// Without retries, a connection that the broker closes is an error.
const client = await mqtt.connectAsync(options, undefined, false).catch((error) => {
  throw new Error(`no MQTT over TLS at ${options.host}:${options.port}: ${error.message}`);
});
const body = {
  reqId: 'submit-1',
  data: [{ variable: 'temperature', value: 24.5, timestamp: Date.now() }],
};

/** Publishes the body and returns the response. */
async function exchange() {
  const messages = on(client, 'message', { signal: AbortSignal.timeout(30_000) });
  await client.subscribeAsync([`${prefix}/response`, `${prefix}/errors`], { qos: 1 });
  await client.publishAsync(`${prefix}/submitdata/json`, JSON.stringify(body), { qos: 1 });
  for await (const [, payload] of messages) {
    const response = JSON.parse(payload);
    if (response.reqId === body.reqId) return response;
  }
}

const closed = once(client, 'close').then(() => {
  throw new Error(`${options.host}:${options.port} has closed the connection`);
});
const response = await Promise.race([exchange(), closed]);
console.log(JSON.stringify(response));
process.exitCode = response.success ? 0 : 1;
closed.catch(() => {});
await client.endAsync();
