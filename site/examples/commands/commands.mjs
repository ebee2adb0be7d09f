// Runs commands in real time over MQTT, and queued commands after each connect. Stop with Ctrl-C.
// Install: npm install mqtt@5
// Set with the setup block: ANEDYA_MQTT_HOST, _MQTT_PORT, _CA_FILE, _DEVICE_ID, _CONNECTION_KEY.
import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const deviceId = required('ANEDYA_DEVICE_ID');
const WRONG_KEY = [4, 5, 134, 135];
const prefix = `$anedya/device/${deviceId}`;
const seen = new Set();
const client = mqtt.connect({
  protocol: 'mqtts',
  host: required('ANEDYA_MQTT_HOST'),
  port: Number(process.env.ANEDYA_MQTT_PORT || 8883),
  ca: readFileSync(required('ANEDYA_CA_FILE')),
  clientId: deviceId,
  username: deviceId,
  password: required('ANEDYA_CONNECTION_KEY'),
  keepalive: 60,
  reconnectPeriod: 5000,
});

const publish = (suffix, body) =>
  client.publish(`${prefix}/${suffix}/json`, JSON.stringify(body), { qos: 1 });

// region handle
/** Executes a command. Returns the text for ackdata, or throws. */
async function run(command, data) {
  if (command !== 'set-led') throw new Error(`unknown command ${command}`);
  return `led is ${data.toString()}`;
}

/** Runs a command once and reports received, processing, then success or failure. */
async function handle({ commandId, command, data, datatype }) {
  const report = (status, ack) =>
    publish('commands/updateStatus', { reqId: status, commandId, status, ...ack });

  seen.add(commandId);
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

client.on('connect', async () => {
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
    // The same command can arrive in real time and from the queue.
    if (seen.has(body.commandId)) return;
    await handle(body);
    if (body.nextavailable) publish('commands/next', { reqId: 'next' });
  } else if (!body.success) {
    console.error('rejected:', JSON.stringify(body));
  } else if (body.reqId !== 'next') {
    console.log(`reported ${body.reqId}`);
  }
});

client.on('error', (error) => {
  console.error(error.message || error.code);
  // The client connects again, unless the key is wrong.
  if (!WRONG_KEY.includes(error.code)) return;
  process.exitCode = 1;
  client.end();
});
