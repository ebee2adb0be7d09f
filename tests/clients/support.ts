import { spawn, spawnSync } from 'node:child_process';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import tls from 'node:tls';
import { TlsIdentity } from '../../packages/sandbox/src/mqtt/tls-identity.ts';

export const host = '127.0.0.1';

/** Folder of packages that `npm run samples:tools` installs. */
const packages = path.resolve(import.meta.dirname, '../../.cache/samples/python');

/** Environment of Python programs. */
export const pythonEnv = {
  ...process.env,
  PYTHONPATH: [packages, process.env.PYTHONPATH].join(path.delimiter),
};

export const program = (name: string) => path.join(import.meta.dirname, 'programs', name);

/** Returns why a program cannot run here; undefined if it can. */
export function missingReason(command: string, args: readonly string[], status = 0) {
  const outcome = spawnSync(command, args, { env: pythonEnv });
  return outcome.status === status ? undefined : `${[command, ...args].join(' ')} does not work`;
}

/** Parses a line of JSON, which each program prints for each event. */
type Listener<Line> = (line: Line) => void | Promise<void>;

/**
 * Runs a program that prints lines of JSON.
 * @param onLine is called for each line as it arrives
 * @returns all lines when it has ended
 * @throws Error with its error output if it printed nothing
 */
export async function runProgram<Line>(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
  onLine: Listener<Line> = () => undefined,
): Promise<Line[]> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: Buffer[] = [];
  child.stderr.on('data', (bytes: Buffer) => errors.push(bytes));
  const lines: Line[] = [];
  const handled: (void | Promise<void>)[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      resolve();
    });
  });
  for await (const text of readline.createInterface(child.stdout)) {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    handled.push(onLine(line));
  }
  await Promise.all([ended, ...handled]);
  if (lines.length === 0) throw new Error(Buffer.concat(errors).toString());
  return lines;
}

/**
 * Opens a TLS port in front of a port of this machine, for clients that send requests over HTTPS only.
 * @param folder where its certificate is created; `ca` is the certificate to trust, in PEM format
 */
export async function openTunnel(folder: string, target: number) {
  const clock = { now: () => Date.now() };
  const identity = await TlsIdentity.open({ folder, names: ['localhost', host], clock });
  const server = tls.createServer(identity.context(), (socket) => {
    const inner = net.connect(target, host);
    socket.pipe(inner).pipe(socket);
    socket.on('error', () => inner.destroy());
    inner.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    ca: identity.ca,
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A row of the printed table: a method of a client, and `ok` or what happened. */
export interface Row {
  readonly client: string;
  readonly method: string;
  readonly result: string;
}

/** Prints the table of all methods and their results. */
export function printTable(rows: readonly Row[]): void {
  const width = (of: (row: Row) => string) => Math.max(...rows.map((row) => of(row).length));
  const [first, second] = [width(({ client }) => client), width(({ method }) => method)];
  const lines = rows.map(
    ({ client, method, result }) => `${client.padEnd(first)}  ${method.padEnd(second)}  ${result}`,
  );
  console.log(['Clients against the sandbox:', ...lines].join('\n'));
}
