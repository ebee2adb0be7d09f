// Runs commands in real time over MQTT, and queued commands after each connect. Stop with Ctrl-C.
// Install: npm install mqtt@5
// Set with the setup block: ANEDYA_MQTT_HOST, _MQTT_PORT, _CA_FILE, _DEVICE_ID, _CONNECTION_KEY.
import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';

function required(name) {
  const value = process.env[name]?.trim();
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const deviceId = required('ANEDYA_DEVICE_ID');
const host = required('ANEDYA_MQTT_HOST');
const port = Number(process.env.ANEDYA_MQTT_PORT || 8883);
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const prefix = `$anedya/device/${deviceId}`;
let pauseMs = FIRST_PAUSE_MS;
// The random part spreads the devices of a fleet.
const reconnectPeriod = () => pauseMs + Math.random() * pauseMs;
const results = new Map(); // The last report of each command, by command id.
const client = mqtt.connect({
  protocol: 'mqtts',
  host,
  port,
  ca: readFileSync(required('ANEDYA_CA_FILE')),
  clientId: deviceId,
  username: deviceId,
  password: required('ANEDYA_CONNECTION_KEY'),
  keepalive: 60,
  reconnectPeriod: reconnectPeriod(),
  // Without this, a busy broker ends the program.
  reconnectOnConnackError: true,
});

// The library keeps the message until the broker has it, also while it is not connected.
const publish = (suffix, body) =>
  client.publish(`${prefix}/${suffix}/json`, JSON.stringify(body), { qos: 1 });

// region handle
/** Executes a command. Returns the text for ackdata, or throws. */
async function run(command, data) {
  if (command !== 'set-led') throw new Error(`unknown command ${command}`);
  const state = data.toString();
  if (state !== 'on' && state !== 'off') throw new Error('expected on or off');
  return `led is ${state}`;
}

/** Runs a command once and reports received, processing, then success or failure. */
async function handle({ commandId, command, data, datatype }) {
  const report = (status, ack) => {
    const body = { reqId: status, commandId, status, ...ack };
    publish('commands/updateStatus', body);
    results.set(commandId, body);
  };

  console.log(`command ${command}: ${data}`);
  report('received');
  report('processing');
  try {
    const bytes = Buffer.from(data, datatype === 'binary' ? 'base64' : 'utf8');
    report('success', { ackdata: await run(command, bytes), ackdatatype: 'string' });
  } catch (error) {
    report('failure', { ackdata: error.message, ackdatatype: 'string' });
  }
}
// endregion

let connectedAt = 0;

client.on('connect', async () => {
  connectedAt = performance.now();
  const topics = ['response', 'errors', 'commands'].map((name) => `${prefix}/${name}`);
  try {
    await client.subscribeAsync(topics, { qos: 1 });
  } catch (error) {
    console.error(`not subscribed: ${error.message}`);
    if (!client.connected) return;
    process.exitCode = 1;
    client.end();
    return;
  }
  console.log('connected, waiting for commands');
  publish('commands/next', { reqId: 'next' });
});

client.on('message', async (topic, payload) => {
  const body = JSON.parse(payload);
  const isQueued = body.reqId === 'next' && body.available === true;
  if (topic === `${prefix}/commands` || isQueued) {
    // The same command can arrive in real time and from the queue. It runs once, but its result is reported again.
    const result = results.get(body.commandId);
    if (result) publish('commands/updateStatus', result);
    else await handle(body);
    if (body.nextavailable) publish('commands/next', { reqId: 'next' });
  } else if (!body.success) {
    console.error('rejected:', JSON.stringify(body));
  } else if (body.reqId !== 'next') {
    console.log(`reported ${body.reqId}`);
  }
});

// A request may have been rejected, such as by a rate limit.
setInterval(() => {
  if (client.connected) publish('commands/next', { reqId: 'next' });
}, 300_000).unref();

client.on('close', () => {
  // The pause doubles until a connection has lasted a minute: another client with the same device id would otherwise take
  // the connection over again and again.
  const isStable = connectedAt > 0 && performance.now() - connectedAt > LONGEST_PAUSE_MS;
  connectedAt = 0;
  pauseMs = isStable ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  client.options.reconnectPeriod = reconnectPeriod();
});

client.on('error', (error) => {
  // The client connects again, also with a wrong key: it may be accepted later.
  console.error(`${host}:${port}, MQTT over TLS: ${error.message || error.code}`);
});
