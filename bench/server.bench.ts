import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { quantile } from './lib/report.ts';
import { serveWithBarePages } from './lib/served-site.ts';

// Requests per second for the home page with Brotli under wrk, as a ratio to nginx with the same file; the servers
// alternate.

const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const rounds = Number(process.env.BENCH_RUNS ?? 5);
const nginxPort = 18_080;
const siteDir = path.resolve(import.meta.dirname, '../site/build');

const has = (command: string) => spawnSync(command, ['-v']).error === undefined;

interface Load {
  readonly rate: number;
  readonly errors: string;
}

/** Runs wrk in its own process, so that the server keeps its own. */
function load(url: string): Promise<Load> {
  return new Promise((resolve) => {
    const child = spawn('wrk', ['-t2', '-c64', `-d${seconds}s`, '-H', 'Accept-Encoding: br', url]);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', () =>
      resolve({
        rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? 0),
        errors: /(Socket errors|Non-2xx).*/.exec(output)?.[0] ?? 'none',
      }),
    );
  });
}

async function startNginx() {
  const folder = await mkdtemp(path.join(tmpdir(), 'docs-nginx-'));
  const config = path.join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events { worker_connections 256; }
http { access_log off; types { text/html html; }
  server { listen 127.0.0.1:${nginxPort}; root ${siteDir}; } }`,
  );
  const child = spawn('nginx', ['-c', config], { stdio: 'ignore' });
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await fetch(`http://127.0.0.1:${nginxPort}/`).catch(() => undefined);
    if (response?.ok) break;
  }
  return async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Alternates the servers, so that other work on the machine affects both. */
async function compare(): Promise<void> {
  const site = await serveWithBarePages([]);
  const stopNginx = has('nginx') ? await startNginx() : undefined;
  const ours: Load[] = [];
  const nginx: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await load(`${site.origin}/`));
    // Without its Brotli module, nginx serves the compressed file under its own name.
    if (stopNginx) nginx.push(await load(`http://127.0.0.1:${nginxPort}/index.html.br`));
  }
  await stopNginx?.();
  await site.close();
  const rate = (loads: readonly Load[]) =>
    quantile(
      loads.map((one) => one.rate),
      0.5,
    );
  const errors = ours.map((one) => one.errors).filter((text) => text !== 'none');
  console.log(`\nserver, home page in Brotli, wrk -t2 -c64 -d${seconds}s, medians of ${rounds}`);
  console.log(`  ${rate(ours).toFixed(0)} requests/s, errors: ${errors.join('; ') || 'none'}`);
  console.log(
    stopNginx
      ? `  ${(rate(ours) / rate(nginx)).toFixed(2)}x of nginx (${rate(nginx).toFixed(0)} requests/s)`
      : '  nginx is not installed: no ratio',
  );
}

if (has('wrk')) await compare();
else console.log('\nserver: skipped, wrk is not installed');
