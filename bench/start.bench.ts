import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { printTable, quantile } from './lib/report.ts';
import { freePort } from '../packages/sandbox/test/support/processes/free-port.ts';
import { cpuOf } from './lib/sandbox/servers.ts';

// Time from the start of `npm start`, when built, to the first page and to the first sandbox project, with a new data folder.
// It alternates with a Node.js process that only serves one response, and with `BENCH_BASELINE`, the folder of another checkout.

const rounds = Number(process.env.BENCH_RUNS ?? 5);

/** Minimal server: its time is that of Node.js and of this machine. */
const bare = `require('node:http').createServer((_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1')`;

interface Sample {
  /** Milliseconds since the start. */
  readonly page: number;
  readonly project: number;
  /** CPU time until then of the server and its sandbox, in milliseconds. */
  readonly cpu: number;
  readonly sandboxCpu: number;
}

function childOf({ pid }: ChildProcess): number | undefined {
  try {
    return parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
  } catch {
    return undefined;
  }
}

/**
 * Repeats a request until it succeeds, and returns the time since the start.
 * @throws Error when the process exits
 */
async function untilOk(
  child: ChildProcess,
  url: string,
  start: number,
  init?: RequestInit,
): Promise<number> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}`);
    const response = await fetch(url, init).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return performance.now() - start;
    await wait(5);
  }
}

async function measure(args: readonly string[], hasSandbox: boolean): Promise<Sample> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'start-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_MQTT_PORT: '0',
      SANDBOX_MQTTS_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const page = await untilOk(child, `${origin}/`, start);
  const project = hasSandbox
    ? await untilOk(child, `${origin}/sandbox/projects`, start, { method: 'POST' })
    : NaN;
  const sample = {
    page,
    project,
    cpu: cpuOf(child.pid),
    sandboxCpu: hasSandbox ? cpuOf(childOf(child)) : NaN,
  };
  child.kill();
  await once(child, 'exit');
  await rm(dataDir, { recursive: true, force: true });
  return sample;
}

const script = (folder: string) => path.join(folder, 'scripts/start.mjs');
const { BENCH_BASELINE: baseline } = process.env;
const contenders = [
  { name: 'npm start', args: [script(path.resolve(import.meta.dirname, '..'))], hasSandbox: true },
  { name: 'bare Node.js server', args: ['-e', bare], hasSandbox: false },
  ...(baseline ? [{ name: 'baseline', args: [script(baseline)], hasSandbox: true }] : []),
].map((contender) => ({ ...contender, samples: [] as Sample[] }));

for (let round = 0; round < rounds; round += 1) {
  for (const { args, hasSandbox, samples } of contenders) {
    samples.push(await measure(args, hasSandbox));
  }
}
const row = (label: string, read: (sample: Sample) => number) => ({
  label,
  digits: 0,
  values: contenders.map(({ samples }) => quantile(samples.map(read), 0.5)),
});
console.log(`\nstart, medians of ${rounds}`);
printTable(
  contenders.map(({ name }) => name),
  [
    row('first page ms (target: <= 700)', ({ page }) => page),
    row('first project ms', ({ project }) => project),
    row('CPU ms of the server', ({ cpu }) => cpu),
    row('CPU ms of the sandbox', ({ sandboxCpu }) => sandboxCpu),
  ],
);
