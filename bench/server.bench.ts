import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { serveWithBarePages } from './lib/served-site.ts';

// Requests per second for the home page under wrk, as a ratio to nginx serving the same file in the same run.

const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const nginxPort = 18_080;
const siteDir = path.resolve(import.meta.dirname, '../site/build');

const has = (command: string) => spawnSync(command, ['-v']).error === undefined;

interface Load {
  rate: number;
  errors: string;
}

/** Runs wrk in its own process, so that the server keeps its own. */
function load(url: string): Promise<Load> {
  return new Promise((resolve) => {
    const child = spawn('wrk', ['-t2', '-c64', `-d${seconds}s`, url]);
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

if (!has('wrk')) {
  console.log('\nserver: skipped, wrk is not installed');
} else {
  const site = await serveWithBarePages([]);
  const ours = await load(`${site.origin}/`);
  await site.close();
  console.log(`\nserver, home page, wrk -t2 -c64 -d${seconds}s`);
  console.log(`  ${ours.rate.toFixed(0)} requests/s, errors: ${ours.errors}`);
  if (has('nginx')) {
    const stop = await startNginx();
    const nginx = await load(`http://127.0.0.1:${nginxPort}/`);
    await stop();
    console.log(
      `  ${(ours.rate / nginx.rate).toFixed(2)}x of nginx (${nginx.rate.toFixed(0)} requests/s)`,
    );
  } else console.log('  nginx is not installed: no ratio');
}
