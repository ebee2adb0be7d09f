import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { printTable, quantile } from './lib/report.ts';
import { freePort } from './lib/sandbox/servers.ts';

// Time from saving a page in `npm run dev` until an open browser shows the change, compared with loading the page again.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'site/docs/features/heartbeat.mdx');
const before = '\n## Quickstart';

const port = await freePort();
const url = `http://localhost:${port}/features/heartbeat/`;
const original = readFileSync(file, 'utf8');
if (!original.includes(before)) throw new Error(`${file} has no text "${before.trim()}"`);
// A group, so that the servers that it starts end with it.
const dev = spawn(process.execPath, ['scripts/dev.mjs'], {
  cwd: root,
  env: { ...process.env, PORT: String(port), SANDBOX: 'false' },
  detached: true,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const stop = () => {
  writeFileSync(file, original);
  const isRunning = dev.exitCode === null && dev.signalCode === null;
  if (dev.pid !== undefined && isRunning) process.kill(-dev.pid);
};
process.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox'],
});
const changes: number[] = [];
const loads: number[] = [];
try {
  const page = await browser.newPage();
  const heading = page.getByRole('heading', { level: 1 });
  while (!(await page.goto(url).catch(() => undefined))) {
    if (dev.exitCode !== null) throw new Error('`npm run dev` has ended');
  }
  await heading.waitFor({ timeout: 300_000 });
  for (let round = 0; round < rounds; round += 1) {
    // The connection that reports changes.
    const connected = new Promise<void>((resolve) => {
      page.once('websocket', (socket) => socket.once('framereceived', () => resolve()));
    });
    let start = performance.now();
    await page.goto(url);
    await heading.waitFor();
    loads.push(performance.now() - start);
    await connected;
    const text = `This is change ${round + 1}.`;
    start = performance.now();
    writeFileSync(file, original.replace(before, `\n${text}\n${before}`));
    await page.getByText(text).waitFor({ timeout: 60_000 });
    changes.push(performance.now() - start);
  }
} finally {
  await browser.close();
  const ended = once(dev, 'exit');
  stop();
  await ended;
}
console.log('\ndev: a change of a page');
printTable(
  ['until it is visible', 'loading the page again'],
  [0.5, 1].map((share) => ({
    label: share === 1 ? 'maximum, ms' : 'median, ms',
    digits: 0,
    values: [quantile(changes, share), quantile(loads, share)],
  })),
);
