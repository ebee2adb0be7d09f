import { readFileSync } from 'node:fs';
import { deviceVariables } from '../index.ts';

/** Credentials and address of a device. */
export interface Target {
  /** `mqtts://mqtt.ap-in-1.anedya.io:8883` */
  readonly url: string;
  readonly deviceId: string;
  readonly connectionKey: string;
  /** Certificate that the broker's must be signed by, in PEM format; undefined for those of Node.js. */
  readonly ca: Buffer | undefined;
  /** Lines for the reader that say how to use the device. */
  readonly advice: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What is wrong, and what to do. */
export class SettingsError extends Error {}

/** Variables that a device with a connection key needs. */
const names = ['ANEDYA_MQTT_HOST', 'ANEDYA_DEVICE_ID', 'ANEDYA_CONNECTION_KEY'] as const;

function withKey(environment: Environment): Target {
  const [host, deviceId, connectionKey] = names.map((name) => environment[name]?.trim() ?? '');
  const missing = names.filter((name) => !environment[name]?.trim());
  if (!host || !deviceId || !connectionKey) {
    throw new SettingsError(`${missing.join(' and ')} must be set, too: run a setup block`);
  }
  const { ANEDYA_MQTT_PORT: port = '8883', ANEDYA_CA_FILE: file } = environment;
  const list = deviceVariables.map(({ variable, type }) => `${variable} (${type})`).join(', ');
  try {
    return {
      url: `mqtts://${host}:${port}`,
      deviceId,
      connectionKey,
      ca: file ? readFileSync(file) : undefined,
      advice: [`The project needs these variables: ${list}`],
    };
  } catch {
    throw new SettingsError(`ANEDYA_CA_FILE is "${file}", which cannot be read: get the file`);
  }
}

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

async function post(url: string, apiKey?: string, body?: object): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  }).catch(() => {
    throw new SettingsError(
      `No sandbox responds at ${url}: run "npm start" in another terminal, or set ANEDYA_SANDBOX_URL`,
    );
  });
  if (!response.ok) {
    throw new SettingsError(`The sandbox rejected the request: ${await response.text()}`);
  }
  return response;
}

/** Creates a project in a sandbox, with the variables that it lacks. */
async function newProject(sandbox: string): Promise<Target> {
  const project = (await (await post(`${sandbox}/projects`)).json()) as Project;
  const { apiKey, platformUrl, nodes, broker } = project;
  const [node] = nodes;
  if (!node) throw new SettingsError('The project of the sandbox has no node');
  const list = await post(`${platformUrl}/variables/list`, apiKey, { limit: 100, offset: 0 });
  const { nodeParams } = (await list.json()) as {
    readonly nodeParams: readonly { readonly variable: string }[];
  };
  for (const { variable, type, name } of deviceVariables) {
    if (nodeParams.some((known) => known.variable === variable)) continue;
    const body = { name, variable, type, desc: '', ttl: 0 };
    await post(`${platformUrl}/variables/create`, apiKey, body);
  }
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
export async function readTarget(environment: Environment): Promise<Target> {
  if (environment.ANEDYA_CONNECTION_KEY?.trim()) return withKey(environment);
  const sandbox = environment.ANEDYA_SANDBOX_URL?.trim() ?? 'http://localhost:3000/sandbox';
  return newProject(sandbox.replace(/\/$/, ''));
}
