import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDocument } from '@anedya-docs/openapi-model';
import { StoreUnavailableError } from '../store/unavailable.ts';
import { serveAlone, type Served } from './serve.ts';
import { readSettings, type Settings } from './settings.ts';

// `npm run sandbox`: the sandbox without the site.

/** Folder of the repository: the nearest one above that has the API documents, for the source and for the bundle. */
function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'specs/platform.openapi.yaml'))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error('there are no API documents in a folder "specs" above');
  return findRoot(above);
}

const root = findRoot(import.meta.dirname);

/** How long requests in flight may take at shutdown, in milliseconds. */
const grace = 10_000;

/** Ends the process with a one-line message that says what to do. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that holds it, or choose another (SANDBOX_PORT, SANDBOX_PLATFORM_PORT, SANDBOX_DEVICE_PORT)`;
  }
  if (error instanceof StoreUnavailableError) return message;
  return `The sandbox could not start: ${message}`;
}

async function readDocument(api: 'platform' | 'device') {
  const file = `${api}.openapi.yaml`;
  const text = await readFile(path.join(root, 'specs', file), 'utf8');
  // The tests and the site's build check them.
  return parseDocument(text, file, { isChecked: true });
}

async function start(settings: Settings): Promise<Served> {
  const documents = {
    platform: await readDocument('platform'),
    device: await readDocument('device'),
  };
  return serveAlone(settings, documents, (message) => process.stderr.write(`${message}\n`));
}

function announce({ host }: Settings, { port, apiPorts, mqttPorts }: Served): void {
  const { tcp, tls, webSocket } = mqttPorts;
  const lines = [
    `HTTP http://${host}:${port}/sandbox`,
    `Platform API http://${host}:${apiPorts.platform}/v1`,
    `Device API http://${host}:${apiPorts.device}/v1`,
    ...(tcp === undefined ? [] : [`MQTT mqtt://${host}:${tcp}`]),
    ...(tls === undefined ? [] : [`MQTT over TLS mqtts://${host}:${tls}`]),
    ...(webSocket === undefined
      ? []
      : [`MQTT over WebSocket ws://${host}:${webSocket}, with TLS wss://${host}:${webSocket}`]),
    'Ready. Make a project with POST /sandbox/projects.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  const settings = readSettings(process.env, path.join(root, '.sandbox'));
  const served = await start(settings);
  const stop = () => {
    setTimeout(() => process.exit(1), grace).unref();
    void served.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  announce(settings, served);
} catch (error) {
  fail(explain(error));
}
