// Keeps a device connected over MQTT 5. Waits longer after each failed connection, such as error 159. Stop with Ctrl-C.
// Install: npm install mqtt@5
// Set with the setup block: ANEDYA_MQTT_HOST, _MQTT_PORT, _CA_FILE, _DEVICE_ID, _CONNECTION_KEY.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';

function required(name) {
  const value = process.env[name]?.trim();
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const deviceId = required('ANEDYA_DEVICE_ID');
const FIRST_PAUSE_SEC = 1;
const LONGEST_PAUSE_SEC = 60;
const STABLE_SEC = 60;
const WRONG_KEY = [134, 135];

// region session
const options = {
  protocol: 'mqtts',
  protocolVersion: 5,
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

/** Connects once. Returns the error, whose code is the reason code, when the connection has ended. */
async function session() {
  let client;
  try {
    // Without retries, a connection that the broker closes is an error.
    client = await mqtt.connectAsync(options, undefined, false);
    // The event `close` follows each error.
    client.on('error', () => {});
    console.log('connected');
    const topics = ['response', 'errors', 'commands'];
    await client.subscribeAsync(topics.map((name) => `$anedya/device/${deviceId}/${name}`));
    await once(client, 'close');
    return new Error('connection closed');
  } catch (error) {
    client?.end(true);
    return error;
  }
}
// endregion

// region backoff
let pauseSec = FIRST_PAUSE_SEC;
while (true) {
  const started = performance.now();
  const { code, message } = await session();
  if (WRONG_KEY.includes(code)) {
    // The same key fails again: each attempt counts against the connection rate.
    pauseSec = LONGEST_PAUSE_SEC;
  } else if (performance.now() - started >= STABLE_SEC * 1000) {
    pauseSec = FIRST_PAUSE_SEC;
  }
  // The random part spreads the devices of a fleet.
  const waitSec = pauseSec + Math.random() * pauseSec;
  console.error(
    `${code ?? ''} ${options.host}:${options.port}: ${message}: again in ${waitSec.toFixed(1)} s`,
  );
  await sleep(waitSec * 1000);
  pauseSec = Math.min(pauseSec * 2, LONGEST_PAUSE_SEC);
}
// endregion
