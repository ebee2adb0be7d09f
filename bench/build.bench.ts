import { rm } from 'node:fs/promises';
import path from 'node:path';
import { quantile } from './lib/report.ts';
import { runDocusaurusBuild, writeStockSite } from './lib/stock-site.ts';

// Time of the site build, without delivery, as a ratio to a build of the same prose with stock Docusaurus, which has no API
// reference; the builds alternate.

const runs = Number(process.env.BENCH_RUNS ?? 3);
/** Docusaurus loads its own output as CommonJS, which only files below the package of the site are. */
const site = path.resolve(import.meta.dirname, '../site');

/** Duration of one build in seconds. */
function timed(folder: string, args: readonly string[] = []): number {
  const startTime = performance.now();
  runDocusaurusBuild(folder, args);
  return (performance.now() - startTime) / 1000;
}

const outDir = path.join(site, '.cache/bench-build');
const stockFolder = await writeStockSite();
const whole: number[] = [];
const stock: number[] = [];
for (let run = 0; run < runs; run += 1) {
  stock.push(timed(stockFolder));
  whole.push(timed(site, ['--out-dir', outDir]));
}
await rm(outDir, { recursive: true });
const [ours, theirs] = [quantile(whole, 0.5), quantile(stock, 0.5)];
console.log(
  `site build: ${(ours / theirs).toFixed(2)}x of stock Docusaurus with the same prose ` +
    `(${ours.toFixed(1)} s against ${theirs.toFixed(1)} s, medians of ${runs})`,
);
