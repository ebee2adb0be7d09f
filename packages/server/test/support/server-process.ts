import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');

/** How a server process ended and what it wrote. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Resolves with the port once the process reports that it is ready. */
  readonly port: Promise<number>;
  readonly ending: Promise<Ending>;
}

/** Starts `main.ts` as a separate process, with only these variables and PATH. */
export function startServer(env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const port = new Promise<number>((resolve) => {
    let seen = '';
    child.stdout.on('data', (part: Buffer) => {
      seen += part.toString();
      const found = /Serving http:\/\/[^\s/]+:(\d+)\//.exec(seen)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const ending = Promise.all([exit, output]).then(([[code, signal], [stdout, stderr]]) => ({
    code,
    signal,
    stdout,
    stderr,
  }));
  return { child, port, ending };
}
