import { chromium, type Browser, type Page } from '@playwright/test';
import { readQueries } from '../tests/search/support/queries.ts';
import { writeCandidatePages, type CandidatePage } from './lib/search/candidate-pages.ts';
import { countingServer } from './lib/search/counting-server.ts';
import { printTable, quantile } from './lib/report.ts';

// Search in the browser with four times slower CPU, compared with MiniSearch, Lunr and Pagefind: what it loads before the first hit, how
// long that takes, and how long a keystroke takes. CPU throttling does not apply to workers, so every engine runs in the
// main thread; on the site, ours runs in a worker.

interface SlowPage {
  readonly page: Page;
  /** Sets the CPU throttling rate; 1 is none. A throttled page uses CPU time even while idle. */
  readonly slow: (rate: number) => Promise<unknown>;
}

/** Opens a page in a new browser context with four times slower CPU. */
async function openSlowPage(browser: Browser, url: string): Promise<SlowPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  await slow(4);
  await page.goto(url);
  return { page, slow };
}

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const queriesTyped = 40;

/** Every n-th query of the set, so that all kinds are included. */
const all = readQueries().map(({ q }) => q);
const queries = Array.from(
  { length: queriesTyped },
  (_, at) => all[Math.floor((at * all.length) / queriesTyped)] ?? '',
);

const candidates = await writeCandidatePages();
const server = await countingServer(candidates.folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

interface Measured extends CandidatePage {
  bytes: number;
  requests: number;
  readonly coldStarts: number[];
  readonly keystrokes: number[];
}

/** Opens a candidate's page and waits for its first hit. @returns the page, and the milliseconds that took */
async function coldStart(each: Measured) {
  server.take();
  const opened = await openSlowPage(browser, server.origin + each.path);
  const time = await opened.page.evaluate(() => window.searchPage.firstHit);
  Object.assign(each, server.take());
  await opened.slow(1);
  return { ...opened, time };
}

async function typeInto({ page, slow }: SlowPage, query: string): Promise<number[]> {
  await slow(4);
  const times = await page.evaluate((typed) => window.searchPage.type(typed), query);
  await slow(1);
  return times;
}

const measured = candidates.pages.map((page): Measured => {
  return { ...page, bytes: 0, requests: 0, coldStarts: [], keystrokes: [] };
});
try {
  // The first visit fills the server's cache and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const each of measured) {
      const { page, time } = await coldStart(each);
      if (round > 0) each.coldStarts.push(time);
      await page.context().close();
    }
  }
  const opened: { each: Measured; page: SlowPage }[] = [];
  for (const each of measured) opened.push({ each, page: await coldStart(each) });
  // Alternates, so that load on the machine affects all of them.
  for (const query of queries) {
    for (const { each, page } of opened) each.keystrokes.push(...(await typeInto(page, query)));
  }
} finally {
  await browser.close();
  await server.close();
  await candidates.remove();
}

const row = (label: string, digits: number, value: (each: Measured) => number) => ({
  label,
  digits,
  values: measured.map(value),
});
const keys = measured[0]?.keystrokes.length ?? 0;
console.log(
  `\nsearch in the browser: CPU 4 times slower, ${rounds} cold starts, ${keys} keystrokes`,
);
printTable(
  measured.map(({ name }) => name),
  [
    row('kB before the first hit (target <= 120)', 1, ({ bytes }) => bytes / 1000),
    row('requests before the first hit', 0, ({ requests }) => requests),
    row('cold start ms', 0, ({ coldStarts }) => quantile(coldStarts, 0.5)),
    row('keystroke p50 ms', 1, ({ keystrokes }) => quantile(keystrokes, 0.5)),
    row('keystroke p99 ms (target < 20)', 1, ({ keystrokes }) => quantile(keystrokes, 0.99)),
  ],
);
if (measured.length < 4) console.log('  Pagefind: skipped, it could not be installed');
