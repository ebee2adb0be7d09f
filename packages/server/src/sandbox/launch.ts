import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FromProcess } from './messages.ts';
import type { Launch } from './supervisor.ts';

/** Share of the process's memory that the garbage collector may fill; the rest is for buffers and code. */
const heapShare = 0.6;

const mebibyte = 1024 * 1024;

/** A longer path is cut by the system (`sun_path` of unix(7), that of macOS being the shorter one). */
const longestSocketPath = 100;

const socketName = 'sandbox.sock';

/** Characters of `/anedya-docs-XXXXXX/sandbox.sock`. */
const longestName = 32;

/** Where a process can be reached, in a folder that this user alone can enter. */
export interface SocketPlace {
  readonly socketPath: string;
  readonly remove: () => void;
}

/** @throws Error of the system when there is no folder for temporary files that can be written */
export function createSocketPlace(): SocketPlace {
  if (process.platform === 'win32') {
    return { socketPath: `\\\\.\\pipe\\anedya-docs-${randomUUID()}`, remove: () => undefined };
  }
  const isShort = tmpdir().length + longestName < longestSocketPath;
  const folder = mkdtempSync(path.join(isShort ? tmpdir() : '/tmp', 'anedya-docs-'));
  return {
    socketPath: path.join(folder, socketName),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes what starts the sandbox's process.
 * @param entry its program
 * @param memoryBytes that it may take
 * @param execArgv options of Node: those of this process, which runs sources under a loader in tests
 */
export function processLauncher(
  entry: URL,
  memoryBytes: number,
  execArgv: readonly string[] = process.execArgv,
): Launch {
  const heap = Math.floor((memoryBytes * heapShare) / mebibyte);
  return ({ onMessage, onEnd }) => {
    const child = fork(entry, {
      execArgv: [...execArgv, `--max-old-space-size=${heap}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message) => {
      onMessage(message as FromProcess);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      // Otherwise a message could not be sent any more, and the end is told below.
      if (child.pid === undefined) onEnd(error.code ?? error.message);
    });
    child.once('exit', (code, signal) => {
      onEnd(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
    return {
      pid: child.pid,
      send: (message) => {
        if (child.connected) child.send(message, () => undefined);
      },
      kill: () => {
        child.kill('SIGKILL');
      },
    };
  };
}
