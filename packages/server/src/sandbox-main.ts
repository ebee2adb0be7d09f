import { rmdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import path from 'node:path';
import { StoreUnavailableError } from '@anedya-docs/sandbox/service';
import type { FromProcess, ProcessReport, ProcessSettings, ToProcess } from './sandbox/messages.ts';
import { MissingDocumentError } from './sandbox/read-documents.ts';
import { serveSandbox, type ServedSandbox } from './sandbox/serve.ts';
import { stackFrames } from './stack-frames.ts';

// The sandbox's process, which the site's server starts and looks after (`sandbox/supervisor.ts`). It ends with that server:
// however that ends, the channel between them closes.

const nanosecond = 1e-9;

/** Time to end by itself once the server has gone, in milliseconds. */
const orphanTime = 2_000;

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

let served: Promise<ServedSandbox> | undefined;
let socketPath: string | undefined;

function tell(message: FromProcess, then?: () => void): void {
  if (process.connected) process.send?.(message, undefined, {}, then);
  else then?.();
}

function logFault(error: unknown): void {
  const fault = error instanceof Error ? error : new Error('not an error');
  // Its message could quote what a reader has sent.
  const where = { fault: fault.name, stack: stackFrames(fault) };
  const line = JSON.stringify({ level: 60, ...where, msg: "The sandbox's process failed" });
  tell({ type: 'log', line }, () => process.exit(1));
}

function measure(): ProcessReport {
  const { rss, heapUsed } = process.memoryUsage();
  const report = {
    residentBytes: rss,
    heapUsedBytes: heapUsed,
    eventLoopDelay: { p99: delay.percentile(99) * nanosecond, max: delay.max * nanosecond },
  };
  delay.reset();
  return report;
}

/** Why the sandbox cannot start, for operators and for readers; nothing for a fault of its own. */
function obstacleOf(error: unknown): { message: string; reason: string } | undefined {
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
  const logStream = { write: (line: string) => tell({ type: 'log', line }) };
  served = serveSandbox({ ...settings, logStream });
  try {
    tell({ type: 'ready', mqttPorts: (await served).mqttPorts });
  } catch (error) {
    const obstacle = obstacleOf(error);
    if (!obstacle) throw error;
    tell({ type: 'unusable', ...obstacle }, () => process.exit(0));
  }
}

/** Ends once the requests in flight are answered. */
async function end(): Promise<void> {
  const sandbox = await served?.catch(() => undefined);
  await sandbox?.close();
}

async function endAsOrphan(): Promise<void> {
  setTimeout(() => process.exit(1), orphanTime);
  await end();
  // Nobody else is left to remove the folder of the socket.
  if (socketPath !== undefined) await rmdir(path.dirname(socketPath));
}

process.on('message', (message: ToProcess) => {
  switch (message.type) {
    case 'start':
      void start(message.settings).catch(logFault);
      break;
    case 'ping':
      tell({ type: 'pong', report: measure() });
      break;
    case 'hangUp':
      void served
        ?.then((sandbox) => sandbox.hangUp())
        .then(() => {
          tell({ type: 'hungUp' });
        });
      break;
    case 'stop':
      void end().then(() => process.exit(0), logFault);
  }
});
process.on('disconnect', () => {
  void endAsOrphan().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.on('uncaughtException', logFault);
process.on('unhandledRejection', logFault);
// A terminal sends them to both processes: the server lets requests in flight finish first, then says so.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
