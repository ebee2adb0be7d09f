import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { npmTool } from './lib/npm-tool.ts';
import { printTable, quantile } from './lib/report.ts';
import { freePort } from '../packages/sandbox/test/support/processes/free-port.ts';
import { startProcess, type ServerProcess } from './lib/sandbox/servers.ts';

// Requests per second for the home page with Brotli under autocannon, and CPU time of the server for each: this server, that of
// another checkout (`BENCH_BASELINE`), and nginx with the same file. One at a time, in alternation.

/** Whole seconds of each load. */
const seconds = Math.ceil(Number(process.env.BENCH_SECONDS ?? 20) / 4);
const rounds = Number(process.env.BENCH_RUNS ?? 5);
const autocannon = { package: 'autocannon', version: '8.0.0', program: 'autocannon' } as const;
const root = path.resolve(import.meta.dirname, '..');

interface Load {
  readonly perSecond: number;
  /** Microseconds of CPU time of the server for each request. */
  readonly cpu: number;
  readonly errors: number;
}

interface Contender {
  readonly name: string;
  readonly server: ServerProcess;
  readonly url: string;
  readonly loads: Load[];
}

/** The fields of autocannon's result that the benchmark reads. */
interface Result {
  readonly '2xx': number;
  readonly duration: number;
  readonly errors: number;
  readonly non2xx: number;
}

/** Sends requests from a separate process for some seconds. */
async function load(program: string, { server, url }: Contender): Promise<Load> {
  const args = ['-c', '64', '-d', String(seconds), '-H', 'accept-encoding=br', '--json', url];
  const before = server.cpu();
  const { stdout } = await promisify(execFile)(program, args);
  const result = JSON.parse(stdout) as Result;
  const count = result['2xx'];
  return {
    perSecond: count / result.duration,
    cpu: ((server.cpu() - before) * 1000) / count,
    errors: result.errors + result.non2xx,
  };
}

/** Starts the built server of a checkout, without a sandbox. */
async function startServer(name: string, checkout: string): Promise<Contender> {
  const port = await freePort();
  const settings = { HOST: '127.0.0.1', PORT: String(port), SANDBOX: 'false', LOG_LEVEL: 'warn' };
  const program = path.join(checkout, 'packages/server/dist/main.js');
  const server = await startProcess(process.execPath, [program], port, settings);
  return { name, server, url: `http://127.0.0.1:${port}/`, loads: [] };
}

/** Starts nginx with one worker, which is the process that is measured: it has no master. */
async function startNginx(folder: string): Promise<Contender> {
  const port = await freePort();
  const config = path.join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http { access_log off; types { text/html html; }
  server { listen 127.0.0.1:${port}; root ${root}/site/build; } }`,
  );
  const server = await startProcess('nginx', ['-c', config], port);
  // Without its Brotli module, nginx serves the compressed file under its own name.
  return { name: 'nginx', server, url: `http://127.0.0.1:${port}/index.html.br`, loads: [] };
}

async function compare(program: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docs-nginx-'));
  const { BENCH_BASELINE: baseline } = process.env;
  const hasNginx = spawnSync('nginx', ['-v']).error === undefined;
  const starts = [
    () => startServer('this server', root),
    ...(baseline ? [() => startServer('baseline', path.resolve(baseline))] : []),
    ...(hasNginx ? [() => startNginx(folder)] : []),
  ];
  const contenders: Contender[] = [];
  for (const start of starts) {
    const contender = await start();
    // Warms it up at once: what Node 20 optimizes after a full garbage collection, such as `nextTick`, can stay slower for good.
    await load(program, contender);
    contenders.push(contender);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) contender.loads.push(await load(program, contender));
  }
  await Promise.all(contenders.map(({ server }) => server.stop()));
  await rm(folder, { recursive: true, force: true });
  const row = (label: string, of: (one: Load) => number) => ({
    label,
    digits: 0,
    values: contenders.map(({ loads }) => quantile(loads.map(of), 0.5)),
  });
  console.log(
    `\nserver: home page in Brotli, 64 in flight, medians of ${rounds} times ${seconds} s`,
  );
  printTable(
    contenders.map(({ name }) => name),
    [
      row('requests/s', ({ perSecond }) => perSecond),
      row('CPU µs of the server per request', ({ cpu }) => cpu),
      row('errors', ({ errors }) => errors),
    ],
  );
}

const program = await npmTool(autocannon);
if (program === undefined) console.log('\nserver: skipped, npm could not install autocannon');
else await compare(program);
