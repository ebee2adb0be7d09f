import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Launch } from './supervisor.ts';
import type { FromProcess } from './process.ts';

/** Share of the process memory for the JavaScript heap; the rest is for buffers and code. */
const heapShare = 0.6;

const mebibyte = 1024 * 1024;

/** The system truncates longer paths (`sun_path` of unix(7); macOS has the shorter limit). */
const maxSocketPath = 100;

const socketName = 'sandbox.sock';

/** Length of `/anedya-docs-XXXXXX/sandbox.sock`. */
const nameLength = 32;

/** A socket path in a folder that only this user can access. */
export interface SocketFolder {
  readonly socketPath: string;
  readonly remove: () => void;
}

/** @throws Error of the system when no temporary folder is writable */
export function createSocketFolder(): SocketFolder {
  if (process.platform === 'win32') {
    return { socketPath: `\\\\.\\pipe\\anedya-docs-${randomUUID()}`, remove: () => undefined };
  }
  const isShort = tmpdir().length + nameLength < maxSocketPath;
  const folder = mkdtempSync(path.join(isShort ? tmpdir() : '/tmp', 'anedya-docs-'));
  return {
    socketPath: path.join(folder, socketName),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a function that starts the sandbox process.
 * @param entry its main module
 * @param memoryBytes memory that it may use
 * @param execArgv Node options, by default those of this process, which in tests include a TypeScript loader
 */
export function processLauncher(
  entry: URL,
  memoryBytes: number,
  execArgv: readonly string[] = process.execArgv,
): Launch {
  const heap = Math.floor((memoryBytes * heapShare) / mebibyte);
  return ({ onMessage, onEnd }) => {
    const reportError = ({ code, message }: NodeJS.ErrnoException) => {
      onEnd(code ?? message);
    };
    let child: ChildProcess;
    try {
      child = fork(entry, {
        execArgv: [...execArgv, `--max-old-space-size=${heap}`],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
    } catch (error) {
      // Node emits `error` for some errors of the system, and throws others, such as ENOMEM.
      process.nextTick(reportError, error);
      return { pid: undefined, send: () => undefined, kill: () => undefined };
    }
    child.on('message', (message) => {
      onMessage(message as FromProcess);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      // With a pid, a message could not be sent, and `exit` reports the end.
      if (child.pid === undefined) reportError(error);
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
