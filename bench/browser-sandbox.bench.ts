import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { FromWorker, ToWorker } from '../packages/sandbox/src/browser/messages.ts';
import { workerSandboxUrl } from '../packages/sandbox/src/browser/messages.ts';
import { printTable, quantile } from './lib/report.ts';
import { serve } from './lib/served-site.ts';

// Time from the start of the worker, whose files are in the HTTP cache, to the response of its first request, which creates a
// project. Compared with compiling the database engine alone. Chromium cannot slow down a worker: a CPU four times slower is
// four times the time.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const target = 1500;

interface Times {
  readonly compile: number;
  readonly first: number;
  readonly second: number;
}

/** Runs in an empty page. */
async function measure([workerUrl, engineUrl, sandboxUrl]: readonly [string, string, string]) {
  await fetch(workerUrl).then((response) => response.arrayBuffer());
  const engine = await fetch(engineUrl).then((response) => response.arrayBuffer());
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  let port: MessagePort | undefined;
  const createProject = () =>
    new Promise<void>((resolve, reject) => {
      port ??= new SharedWorker(workerUrl).port;
      port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'failed') reject(new Error(data.reason));
        if (data.kind === 'response') resolve();
      };
      const request: ToWorker = {
        kind: 'request',
        id: 1,
        method: 'POST',
        url: `${sandboxUrl}/projects`,
        headers: {},
        body: new ArrayBuffer(0),
      };
      port.postMessage(request);
    });
  const first = await timed(createProject);
  const second = await timed(createProject);
  const compile = await timed(() => WebAssembly.compile(engine));
  return { first, second, compile };
}

const folder = 'assets/sandbox';
const names = await readdir(path.resolve(import.meta.dirname, '../site/build', folder));
const urlOf = (name: RegExp) => `/${folder}/${names.find((file) => name.test(file)) ?? ''}`;
const urls = [urlOf(/^worker\..*\.js$/), urlOf(/\.wasm$/), workerSandboxUrl] as const;

const { origin, close } = await serve(path.resolve(import.meta.dirname, '../site/build'));
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox'],
});
const times: Times[] = [];
for (let round = 0; round < rounds; round += 1) {
  const page = await browser.newPage();
  await page.route(`${origin}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  // `tsx` names the functions inside `measure` with a helper that the page lacks.
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.goto(origin);
  times.push(await page.evaluate(measure, urls));
  await page.close();
}
await browser.close();
await close();

const of = (name: keyof Times, slower = 1) =>
  quantile(
    times.map((each) => slower * each[name]),
    0.5,
  );
console.log(`\nfirst response of the sandbox in a browser, medians of ${rounds} in ms`);
printTable(
  ['engine alone', 'first response', 'second response'],
  [{ label: 'as is', values: [of('compile'), of('first'), of('second')], digits: 0 }],
);
printTable(
  ['target', 'first response'],
  [{ label: 'CPU four times slower', values: [target, of('first', 4)], digits: 0 }],
);
