import { rmdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import path from 'node:path';
import { StoreUnavailableError } from '@anedya-docs/sandbox/service';
import { stackFrames } from './logging.ts';
import { MissingDocumentError, serveSandbox, type ServedSandbox } from './sandbox/serve.ts';
import type { FromProcess, ProcessReport, ProcessSettings, ToProcess } from './sandbox/process.ts';

// The sandbox process, which the server starts and supervises (`sandbox/supervisor.ts`). It exits with that server: the IPC
// channel between them closes however the server ends.

const nanosecond = 1e-9;

/** Time to exit after the server has exited, in milliseconds. */
const orphanTime = 2_000;

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

let served: Promise<ServedSandbox> | undefined;
let socketPath: string | undefined;

function send(message: FromProcess, then?: () => void): void {
  if (process.connected) process.send?.(message, undefined, {}, then);
  else then?.();
}

function exitWithError(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error('not an error');
  // Its message could quote what a client sent.
  const details = { error: error.name, stack: stackFrames(error) };
  const line = JSON.stringify({ level: 60, ...details, msg: 'The sandbox process failed' });
  send({ type: 'log', line }, () => process.exit(1));
}

function createReport(): ProcessReport {
  const { rss, heapUsed } = process.memoryUsage();
  const report = {
    residentBytes: rss,
    heapUsedBytes: heapUsed,
    eventLoopDelay: { p99: delay.percentile(99) * nanosecond, max: delay.max * nanosecond },
  };
  delay.reset();
  return report;
}

/** Explains to operators and to users why the sandbox cannot start; undefined for a bug in the sandbox. */
function explainStartError(error: unknown): { message: string; reason: string } | undefined {
  if (error instanceof StoreUnavailableError) {
    return { message: error.message, reason: 'The sandbox cannot use its store.' };
  }
  if (error instanceof MissingDocumentError) {
    return { message: error.message, reason: 'The sandbox has no API documents.' };
  }
  return undefined;
}

async function start({ memoryBytes: _, ...settings }: ProcessSettings): Promise<void> {
  socketPath = settings.socketPath;
  const logStream = { write: (line: string) => send({ type: 'log', line }) };
  served = serveSandbox({ ...settings, logStream });
  try {
    send({ type: 'ready', mqttPorts: (await served).mqttPorts });
  } catch (error) {
    const explanation = explainStartError(error);
    if (!explanation) throw error;
    send({ type: 'unusable', ...explanation }, () => process.exit(0));
  }
}

/** Closes the sandbox once its requests in flight have a response. */
async function close(): Promise<void> {
  const sandbox = await served?.catch(() => undefined);
  await sandbox?.close();
}

async function exitAsOrphan(): Promise<void> {
  setTimeout(() => process.exit(1), orphanTime);
  await close();
  // The server, which would remove the socket's folder, is gone.
  if (socketPath !== undefined) await rmdir(path.dirname(socketPath));
}

process.on('message', (message: ToProcess) => {
  switch (message.type) {
    case 'start':
      void start(message.settings).catch(exitWithError);
      break;
    case 'ping':
      send({ type: 'pong', report: createReport() });
      break;
    case 'disconnect':
      void served
        ?.then((sandbox) => sandbox.disconnectClients())
        .then(() => {
          send({ type: 'disconnected' });
        });
      break;
    case 'stop':
      void close().then(() => process.exit(0), exitWithError);
  }
});
process.on('disconnect', () => {
  void exitAsOrphan().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.on('uncaughtException', exitWithError);
process.on('unhandledRejection', exitWithError);
// A terminal sends these signals to both processes. The server first lets requests in flight finish, then stops this process.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
