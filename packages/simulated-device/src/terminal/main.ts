import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { parseDocument, type ApiDocument } from '@anedya-docs/openapi-model';
import { connect, type Packet } from 'mqtt';
import { SimulatedDevice, type DeviceOperation, deviceVariables } from '../index.ts';
import type { DeviceTimers, OpenLink } from '../session.ts';
import { waitForClose } from './wait-for-close.ts';

/** Credentials and address of a device. */
interface Target {
  /** `mqtts://mqtt.ap-in-1.anedya.io:8883` */
  readonly url: string;
  readonly deviceId: string;
  readonly connectionKey: string;
  /** Root certificate of the broker, in PEM format; undefined for the root certificates of Node.js. */
  readonly ca: Buffer | undefined;
  /** Lines for the reader that say how to use the device. */
  readonly advice: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What is wrong, and what to do. */
class SettingsError extends Error {}

/** A variable of the environment, or its default when it is not set or empty. */
function setting(environment: Environment, name: string, byDefault: string): string {
  const value = environment[name]?.trim() ?? '';
  return value === '' ? byDefault : value;
}

/** Variables that a device with a connection key needs. */
const names = ['ANEDYA_MQTT_HOST', 'ANEDYA_DEVICE_ID', 'ANEDYA_CONNECTION_KEY'] as const;

async function withKey(environment: Environment): Promise<Target> {
  const [host, deviceId, connectionKey] = names.map((name) => environment[name]?.trim() ?? '');
  const missing = names.filter((name) => !environment[name]?.trim());
  if (!host || !deviceId || !connectionKey) {
    throw new SettingsError(`${missing.join(' and ')} must be set, too: run a setup block`);
  }
  const port = setting(environment, 'ANEDYA_MQTT_PORT', '8883');
  const ca = certificateIn(environment.ANEDYA_CA_FILE);
  const list = deviceVariables.map(({ variable, type }) => `${variable} (${type})`).join(', ');
  const { ANEDYA_API_URL: platformUrl, ANEDYA_API_KEY: apiKey } = environment;
  const isKnown = platformUrl && apiKey;
  const created = isKnown
    ? await createVariables(platformUrl, apiKey.trim(), ofPlatform)
    : undefined;
  return {
    url: `mqtts://${host}:${port}`,
    deviceId,
    connectionKey,
    ca,
    advice: [created ?? `The project needs these variables: ${list}`],
  };
}

function certificateIn(file: string | undefined): Buffer | undefined {
  try {
    return file ? readFileSync(file) : undefined;
  } catch {
    throw new SettingsError(`ANEDYA_CA_FILE is "${file}", which cannot be read: get the file`);
  }
}

/** What to do about a request that failed: part of a sentence. */
interface Advice {
  readonly unreachable: string;
  readonly rejected: string;
}

const ofSandbox: Advice = {
  unreachable: ': run "npm start" in another terminal, or set ANEDYA_SANDBOX_URL',
  rejected: '',
};
const ofPlatform: Advice = {
  unreachable: ': check ANEDYA_API_URL and your network',
  rejected: ': check ANEDYA_API_KEY',
};

/** The parts of a sandbox project that are used here. */
interface Project {
  readonly apiKey: string;
  readonly platformUrl: string;
  readonly nodes: readonly {
    readonly nodeId: string;
    readonly deviceId: string;
    readonly connectionKey: string;
  }[];
  readonly broker: { readonly webSocket: string };
}

async function post(
  url: string,
  advice: Advice,
  apiKey?: string,
  body?: object,
): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  }).catch(() => {
    throw new SettingsError(`Nothing responds at ${url}${advice.unreachable}`);
  });
  if (!response.ok) {
    const text = `HTTP ${response.status}: ${await response.text()}`;
    throw new SettingsError(`${url} rejected the request${advice.rejected} (${text})`);
  }
  return response;
}

/** Creates the variables of the device that a project lacks. @returns what it created */
async function createVariables(
  platformUrl: string,
  apiKey: string,
  advice: Advice,
): Promise<string> {
  const all = { limit: 100, offset: 0 };
  const list = await post(`${platformUrl}/variables/list`, advice, apiKey, all);
  const { nodeParams } = (await list.json()) as {
    readonly nodeParams: readonly { readonly variable: string }[];
  };
  const missing = deviceVariables.filter(
    ({ variable }) => !nodeParams.some((known) => known.variable === variable),
  );
  for (const { variable, type, name } of missing) {
    const body = { name, variable, type, desc: '', ttl: 0 };
    await post(`${platformUrl}/variables/create`, advice, apiKey, body);
  }
  const names = missing.map(({ variable }) => variable).join(', ');
  return names === '' ? 'The project has all variables' : `Created the variables ${names}`;
}

/** Creates a project in a sandbox, with the variables that it lacks. */
async function newProject(sandbox: string): Promise<Target> {
  const project = (await (await post(`${sandbox}/projects`, ofSandbox)).json()) as Project;
  const { apiKey, platformUrl, nodes, broker } = project;
  const [node] = nodes;
  if (!node) throw new SettingsError('The project of the sandbox has no node');
  await createVariables(platformUrl, apiKey, ofSandbox);
  return {
    url: broker.webSocket,
    deviceId: node.deviceId,
    connectionKey: node.connectionKey,
    ca: undefined,
    advice: [
      'To use the device from another terminal:',
      `export ANEDYA_API_URL=${platformUrl}`,
      `export ANEDYA_API_KEY=${apiKey}`,
      `export ANEDYA_NODE_ID=${node.nodeId}`,
    ],
  };
}

/**
 * Reads which device to run: with `ANEDYA_CONNECTION_KEY`, an existing one; otherwise one of a new sandbox project.
 * @throws SettingsError
 */
async function readTarget(environment: Environment): Promise<Target> {
  if (environment.ANEDYA_CONNECTION_KEY?.trim()) return withKey(environment);
  const sandbox = setting(environment, 'ANEDYA_SANDBOX_URL', 'http://localhost:3000/sandbox');
  return newProject(sandbox.replace(/\/$/, ''));
}

// `npm run device`: the simulated device in a terminal. It prints what passes over the wire, and reads lines of input.

const print = (text: string) => void process.stdout.write(`${text}\n`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function deviceDocument(): Promise<ApiDocument> {
  const file = new URL('../../../../specs/device.openapi.yaml', import.meta.url);
  // The tests and the build of the site check the documents.
  return parseDocument(await readFile(file, 'utf8'), 'device.openapi.yaml', { isChecked: true });
}

/** Control characters of a message must not reach the terminal. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ');

/** One line for a packet. @param prefix prefix of the device's topics */
function packetText(way: '→' | '←', packet: Packet, prefix: string): string {
  const text = `${new Date().toISOString().slice(11, 19)} ${way} ${packet.cmd.toUpperCase()}`;
  if (packet.cmd === 'publish') {
    const payload = packet.payload.toString();
    return `${text} ${packet.topic.replace(prefix, '')} ${printable(payload)}`;
  }
  const code = 'reasonCode' in packet && packet.reasonCode ? ` ${packet.reasonCode}` : '';
  return text + code;
}

/** Packets that only keep a connection alive or acknowledge. */
const quiet: readonly string[] = ['pingreq', 'pingresp', 'puback'];

/**
 * Connects with MQTT.js.
 * @param onClose called when a connection is closed with DISCONNECT, with a promise that resolves afterward
 */
function opener(
  target: Target,
  document: ApiDocument,
  onClose: (closing: Promise<unknown>) => void,
): OpenLink {
  const { url, deviceId, connectionKey, ca } = target;
  const own = (topic: string) => topic.replace('{deviceId}', deviceId);
  const prefix = own(document.mqtt?.topicPrefix ?? '');
  const topics = (document.mqtt?.subscribe ?? []).map(({ topic }) => own(topic));
  const subscriptions = Object.fromEntries(topics.map((topic) => [topic, { qos: 1 as const }]));
  return (will, events) => {
    let isOver = false;
    const client = connect(url, {
      clientId: deviceId,
      username: deviceId,
      password: connectionKey,
      protocolVersion: 5,
      keepalive: 60,
      reconnectPeriod: 0,
      will: { topic: will.topic, payload: will.text, qos: 1, retain: false },
      ...(ca && { ca }),
    });
    const log = (way: '→' | '←') => (packet: Packet) => {
      if (packet.cmd === 'disconnect' && packet.reasonCode === sessionTakenOver) {
        print(`Another client has connected with the device id ${deviceId}. Stop it.`);
      }
      if (!quiet.includes(packet.cmd)) print(packetText(way, packet, prefix));
    };
    client.on('packetsend', log('→'));
    client.on('packetreceive', log('←'));
    client.on('connect', () => {
      client.subscribe(subscriptions, (error) => {
        if (!error) {
          events.onReady();
          return;
        }
        print(`${url}: ${error.message}`);
        client.end();
      });
    });
    client.on('message', (topic, payload) => events.onMessage(topic, payload.toString()));
    client.on('error', (error) => print(`${url}: ${error.message}`));
    client.on('close', () => {
      if (!isOver) events.onEnd();
      isOver = true;
    });
    return {
      publish: (topic, text) => client.publish(topic, text, { qos: 1 }),
      close: () => onClose(client.endAsync()),
      drop: () => client.end(true),
    };
  };
}

const help = `Type a line: temperature 30 · humidity 50 · door open · update · damage · unplug · start · stop · quit`;

/** Runs a line of input. @returns false if it is none of the documented ones */
function runLine(device: SimulatedDevice, line: string): boolean {
  const [word = '', argument = ''] = line.trim().split(/\s+/);
  const number = argument === '' ? Number.NaN : Number(argument);
  if ((word === 'temperature' || word === 'humidity') && Number.isFinite(number)) {
    device.turn(word, number);
  } else if (word === 'door' && (argument === 'open' || argument === 'closed')) {
    device.turn('door_state', argument);
  } else if (word === 'update') device.checkForUpdate();
  else if (word === 'damage') device.damageDownload(true);
  else if (word === 'unplug' || word === 'start' || word === 'stop') device[word]();
  else return false;
  return true;
}

/** Prints changes of the state. */
function announce(device: SimulatedDevice): void {
  let last = '';
  device.subscribe(() => {
    const { power, readings, firmware, interval, command, update } = device.getState();
    const values = Object.entries(readings).map(([name, value]) => `${name} ${value}`);
    const parts = [power, ...values, `firmware ${firmware}`, `every ${interval} s`];
    if (command) parts.push(`${command.command} ${command.data}: ${command.status}`);
    if (update) parts.push(`update ${update.version}: ${update.step}`);
    const text = printable(parts.join(' · '));
    if (text !== last) print(text);
    last = text;
  });
}

/** Reason code of MQTT 5 (section 3.14.2.1). */
const sessionTakenOver = 0x8e;

/** Delays before the next attempt to connect, in milliseconds. The first one applies again after a connection that was `stable`. */
const retryDelays = { first: 1000, longest: 60_000, stable: 60_000 };

async function run(): Promise<void> {
  const document = await deviceDocument();
  const target = await readTarget(process.env);
  const topics = new Map(document.allOperations.map(({ id, mqtt }) => [id, mqtt?.publish ?? '']));
  const topicOf = (operation: DeviceOperation) =>
    (topics.get(operation) ?? '').replace('{deviceId}', target.deviceId);
  let closed: Promise<unknown> = Promise.resolve();
  const timers: DeviceTimers = {
    now: Date.now,
    set: (action, milliseconds) => {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  const device = new SimulatedDevice({
    open: opener(target, document, (closing) => {
      closed = closing;
    }),
    topicOf,
    timers,
    download: async (url) => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  });
  announce(device);
  let delay = retryDelays.first;
  let power = device.getState().power;
  let connectedAt = 0;
  device.subscribe(() => {
    const before = power;
    ({ power } = device.getState());
    if (power === 'on' && before !== 'on') connectedAt = performance.now();
    if (power !== 'lost' || before === 'lost') return;
    const isStable = before === 'on' && performance.now() - connectedAt >= retryDelays.stable;
    if (isStable) delay = retryDelays.first;
    print(`Not connected. Trying again in ${delay / 1000} s.`);
    setTimeout(() => {
      if (device.getState().power === 'lost') device.start();
    }, delay);
    delay = Math.min(2 * delay, retryDelays.longest);
  });
  for (const line of target.advice) print(line);
  print(help);
  device.start();
  const input = createInterface({ input: process.stdin });
  const quit = () => {
    device.stop();
    input.close();
    // The broker gets DISCONNECT before the process ends.
    void waitForClose(closed, timers).then(() => process.exit(0));
  };
  input.on('line', (line) => {
    if (line.trim() === 'quit') quit();
    else if (!runLine(device, line)) print(help);
  });
  process.once('SIGINT', quit);
  process.once('SIGTERM', quit);
}

try {
  await run();
} catch (error) {
  fail(error instanceof SettingsError ? error.message : String(error));
}
