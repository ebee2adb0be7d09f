import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { printTable, quantile } from './lib/report.ts';
import { buildStockSite } from './lib/stock-site.ts';

// Time of a build from scratch: all pages of this site with its server, and the prose alone with stock Docusaurus, compressed
// alike. In alternation, in half as many rounds as other benchmarks.

const rounds = Math.ceil(Number(process.env.BENCH_RUNS ?? 5) / 2);
const root = path.resolve(import.meta.dirname, '..');

async function secondsOf(build: () => unknown): Promise<number> {
  const start = performance.now();
  await build();
  return (performance.now() - start) / 1000;
}

async function buildSite(): Promise<void> {
  await rm(path.join(root, 'site/.docusaurus'), { recursive: true, force: true });
  const { status, stdout } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the site did not build:\n${stdout}`);
}

const own: number[] = [];
const stock: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  stock.push(await secondsOf(buildStockSite));
  own.push(await secondsOf(buildSite));
}
console.log(`\nbuild from scratch, medians of ${rounds}`);
printTable(
  ['stock, prose alone', 'this site'],
  [{ label: 'seconds', digits: 1, values: [quantile(stock, 0.5), quantile(own, 0.5)] }],
);
