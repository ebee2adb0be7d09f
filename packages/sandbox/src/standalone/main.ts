import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDocument } from '@anedya-docs/openapi-model';
import { limits } from '../core/limits.ts';
import { StoreUnavailableError } from '../store/database.ts';
import { serveAlone, type Served } from '../serve/service.ts';
import { readSettings, type Settings } from '../serve/settings.ts';

// `npm run sandbox`: the sandbox without the site.

/**
 * Returns the folder of the repository: the nearest parent folder with the API documents, for the source and for the bundle.
 */
function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'specs/platform.openapi.yaml'))) return folder;
  const above = path.dirname(folder);
  if (above === folder)
    throw new Error('no folder "specs" with the API documents in any parent folder');
  return findRoot(above);
}

const root = findRoot(import.meta.dirname);

/** Exits the process with a one-line message that says what to do. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that uses it, or choose another port (SANDBOX_PORT, SANDBOX_PLATFORM_PORT, SANDBOX_DEVICE_PORT)`;
  }
  if (error instanceof StoreUnavailableError) return message;
  return `The sandbox could not start: ${message}`;
}

async function readDocument(api: 'platform' | 'device') {
  const file = `${api}.openapi.yaml`;
  const text = await readFile(path.join(root, 'specs', file), 'utf8');
  // The tests and the build of the site check the documents.
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
    'Ready. Create a project with POST /sandbox/projects.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  const settings = readSettings(process.env, path.join(root, '.sandbox'));
  const served = await start(settings);
  const stop = () => {
    // Requests in flight finish or are cut. This ends a process that hangs afterward.
    setTimeout(() => process.exit(1), limits.shutdown.process).unref();
    void served.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  announce(settings, served);
} catch (error) {
  fail(explain(error));
}
