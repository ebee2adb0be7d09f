import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../packages/sandbox/test/support/processes/free-port.ts';
import { npmTool } from '../npm-tool.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The newest version that supports Node.js 20. */
const prism = { package: '@stoplight/prism-cli', version: '5.14.2', program: 'prism' } as const;

/** A server in a separate process. */
export interface ServerProcess {
  readonly origin: string;
  /** Resident memory in MB (of 1,000,000 bytes); undefined where the system does not report it. */
  memory(): number;
  /** CPU time so far, in milliseconds; NaN where the system does not report it. */
  cpu(): number;
  stop(): Promise<void>;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function memoryOf({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? NaN) * 1024) / 1_000_000;
  } catch {
    return NaN;
  }
}

/** CPU time of a process (proc(5): clock ticks of 10 ms). */
export function cpuOf(pid: number | undefined): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user = NaN, system = NaN] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) * 10;
  } catch {
    return NaN;
  }
}

/** Starts a server in a separate process, and waits until it accepts connections. @throws Error if it ends before */
export async function startProcess(
  command: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
    await wait(100);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    memory: () => memoryOf(child),
    cpu: () => cpuOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Starts Prism with an API document: it responds to each request with the example, and stores nothing.
 * @param api name of a document in `specs`
 * @returns undefined, after printing a message, when it cannot be installed
 */
export async function startPrism(api: string): Promise<ServerProcess | undefined> {
  const program = await npmTool(prism);
  if (program === undefined) {
    console.log('Prism: skipped, npm could not install it');
    return undefined;
  }
  const port = await freePort();
  const document = path.join('specs', `${api}.openapi.yaml`);
  const args = ['mock', document, '--port', String(port), '--verboseLevel', 'silent'];
  return startProcess(program, args, port);
}

/**
 * Starts the sandbox of `npm run sandbox`, with its data in a file in the folder.
 * @param checkout whose sandbox is built
 */
export async function startSandbox(
  dataDir: string,
  checkout = root,
): Promise<ServerProcess & { readonly mqttUrl: string }> {
  const [port, platform, device, mqtt] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const settings = {
    HOST: '127.0.0.1',
    SANDBOX_DATA_DIR: dataDir,
    SANDBOX_PORT: String(port),
    SANDBOX_PLATFORM_PORT: String(platform),
    SANDBOX_DEVICE_PORT: String(device),
    SANDBOX_MQTT_PORT: String(mqtt),
    SANDBOX_MQTTS_PORT: '0',
    SANDBOX_WS_PORT: '0',
  };
  const { status } = spawnSync(process.execPath, ['packages/sandbox/build.mjs'], { cwd: checkout });
  if (status !== 0) throw new Error('The sandbox could not be built');
  const server = await startProcess(
    process.execPath,
    [`${checkout}/packages/sandbox/dist/main.js`],
    device,
    settings,
  );
  return { ...server, origin: `http://127.0.0.1:${port}`, mqttUrl: `mqtt://127.0.0.1:${mqtt}` };
}
