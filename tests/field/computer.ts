import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { createServer } from 'node:tls';
import { placeOf } from '../examples/support/examples.ts';
import { environment } from '../examples/support/run-example.ts';
import { certificateFile } from '../samples/mqtt/broker.ts';
import { MqttLink } from './mqtt-link.ts';
import type { Scenario } from './rig.ts';
import { simulatedTime } from './simulated-time.ts';

/** Something that happens at a time of the simulation. */
interface ComputerEvent {
  /** Seconds after the start of the program. */
  readonly at: number;
  readonly run: (scenario: Scenario) => void | Promise<void>;
}

export interface ComputerOptions {
  readonly events?: readonly ComputerEvent[];
  /** Ends the program when true. It is asked each time that the program waits. */
  readonly isOver?: (stdout: string) => boolean | Promise<boolean>;
  /** Asks `isOver` in real time, too: for a program that waits for events of the network only. */
  readonly isIdle?: boolean;
  /** Seconds of simulated time after which the program ends. */
  readonly until?: number;
  readonly args?: readonly string[];
  /** Path of a program that was compiled, or that loads another one. */
  readonly place?: string;
  /** Port of another server, for programs of MQTT. */
  readonly port?: number;
  /** Variables of the environment in addition to those of the setup block, or instead of them. */
  readonly env?: NodeJS.ProcessEnv;
  /** A folder that outlives the program. */
  readonly cwd?: string;
}

export interface ComputerRun {
  /** Undefined if the program ran until the end of the scenario. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

const keyFile = certificateFile.replace('.cert.', '.key.');

/** Starts a TLS port in front of the broker that injects failures. */
async function listen(scenario: Scenario) {
  const server = createServer(
    { cert: readFileSync(certificateFile), key: readFileSync(keyFile) },
    (socket) => {
      if (scenario.disruptions.take('open')?.effect === 'unreachable') {
        socket.destroy();
        return;
      }
      const write = (bytes: Buffer) => void socket.write(bytes);
      const link = new MqttLink({ write, end: () => socket.end() }, scenario.link);
      scenario.links.push(link);
      socket.on('data', (bytes: Buffer) => link.receive(bytes));
      socket.on('error', () => undefined);
      socket.on('close', () => link.close());
    },
  );
  server.on('tlsClientError', (_, socket: Socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}

/** The variables of the setup block, with the addresses of the rig. */
function variables(scenario: Scenario, port: number): NodeJS.ProcessEnv {
  const { nodeId, deviceId, connectionKey } = scenario.node;
  const base = `http://127.0.0.1:${scenario.http.proxy.port}/v1`;
  return environment({
    ANEDYA_API_URL: base,
    ANEDYA_DEVICE_URL: base,
    ANEDYA_API_KEY: scenario.project.apiKey,
    ANEDYA_NODE_ID: nodeId,
    ANEDYA_DEVICE_ID: deviceId,
    ANEDYA_CONNECTION_KEY: connectionKey,
    ANEDYA_MQTT_HOST: 'localhost',
    ANEDYA_MQTT_PORT: String(port),
    ANEDYA_CA_FILE: certificateFile,
  });
}

/** Runs a program in Python or Node.js, in simulated time, unchanged. */
export async function runComputer(
  file: string,
  scenario: Scenario,
  options: ComputerOptions = {},
): Promise<ComputerRun> {
  const { until = 3600, isOver = () => false, args = [] } = options;
  scenario.isBackEnd = !/ANEDYA_(?:DEVICE_URL|MQTT_HOST)/.test(readFileSync(placeOf(file), 'utf8'));
  const network = await listen(scenario);
  const cwd = options.cwd ?? (await mkdtemp(path.join(tmpdir(), 'field-')));
  const [program, first] = file.endsWith('.py')
    ? ['python3', [path.join(import.meta.dirname, 'simulated_time.py')]]
    : ['node', ['--import', simulatedTime]];
  const child = spawn(program, [...first, options.place ?? placeOf(file), ...args], {
    cwd,
    env: { ...variables(scenario, options.port ?? network.port), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString('utf8')));
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const channel = child.stdio[3] as Duplex;
  channel.on('error', () => undefined);
  const events = [...(options.events ?? [])];
  const { clock } = scenario.rig;
  const start = clock.now();
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    child.kill('SIGKILL');
  };
  const poll = async () => {
    if (await isOver(output.stdout)) end();
  };
  const timer = options.isIdle === true ? setInterval(() => void poll(), 50) : undefined;
  try {
    for await (const line of createInterface({ input: channel })) {
      const [operation, seconds] = line.split(' ');
      if (operation === 'sleep') {
        clock.advance(Number(seconds) * 1000);
        for (
          let next = events[0];
          next && clock.now() >= start + next.at * 1000;
          next = events[0]
        ) {
          events.shift();
          await next.run(scenario);
        }
        hasEnded = clock.now() > start + until * 1000 || (await isOver(output.stdout));
        if (hasEnded) break;
      }
      channel.write(`${clock.now()}\n`);
    }
    if (hasEnded) end();
    const code = await closed;
    return { code: hasEnded ? undefined : (code ?? undefined), ...output };
  } catch (error) {
    // The channel of a program that was ended is reset.
    if (!hasEnded) throw error;
    await closed;
    return { code: undefined, ...output };
  } finally {
    clearInterval(timer);
    network.stop();
    if (options.cwd === undefined) await rm(cwd, { recursive: true, force: true });
  }
}
