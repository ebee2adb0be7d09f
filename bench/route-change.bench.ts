import { chromium, type Browser, type CDPSession } from '@playwright/test';
import { printTable, quantile } from './lib/report.ts';
import { serve, serveWithBarePages } from './lib/served-site.ts';
import { buildStockSite } from './lib/stock-site.ts';

// Time from a click on a link to the first frame with the heading of its page, with four times slower CPU, on a fast and on
// a slow connection. Compared with a link between the same pages as bare HTML, and with stock Docusaurus. All alternate.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const from = '/essentials/architecture/';
const to = '/essentials/concepts/';

interface Candidate {
  readonly name: string;
  readonly origin: string;
  /** Path below which the pages are. */
  readonly base: string;
  readonly hydrates: boolean;
}

/** "Slow 4G" of the developer tools of Chromium. Bytes per second and milliseconds. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};

/** Time that the reader spends on the first page, in which it may prefetch others. In milliseconds. */
const reading = 3000;

/** Runs in every page: records the time of the first frame with each heading. */
function observe(): void {
  const headings = new Map<string, number>();
  Object.assign(window, { headings });
  new MutationObserver(() => {
    const heading = document.querySelector('h1')?.textContent;
    if (!heading || headings.has(heading)) return;
    requestAnimationFrame(() => headings.set(heading, performance.timeOrigin + performance.now()));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

async function throttle(session: CDPSession, isSlow: boolean): Promise<void> {
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (isSlow) await session.send('Network.emulateNetworkConditions', slow4G);
}

async function routeChange(
  browser: Browser,
  { origin, base, hydrates }: Candidate,
  isSlow: boolean,
): Promise<number> {
  const page = await browser.newPage();
  await throttle(await page.context().newCDPSession(page), isSlow);
  await page.addInitScript(observe);
  await page.goto(origin + base + from);
  if (hydrates) {
    await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' });
  }
  await page.waitForTimeout(reading);
  const start = await page.evaluate((href) => {
    let link = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`);
    if (!link) {
      link = document.createElement('a');
      link.href = href;
      document.body.append(link);
    }
    const now = performance.timeOrigin + performance.now();
    link.click();
    return now;
  }, base + to);
  await page.locator('h1', { hasText: 'Concepts' }).waitFor();
  const end = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          setTimeout(() => {
            const { headings } = window as unknown as { headings: Map<string, number> };
            resolve(headings.get('Concepts') ?? Number.NaN);
          }),
        ),
      ),
  );
  const time = end - start;
  await page.close();
  return time;
}

const [ours, stock] = await Promise.all([
  serveWithBarePages([from, to]),
  buildStockSite().then(serve),
]);
const candidates: readonly Candidate[] = [
  { name: 'bare', origin: ours.origin, base: '/bare', hydrates: false },
  { name: 'this site', origin: ours.origin, base: '', hydrates: true },
  { name: 'stock', origin: stock.origin, base: '', hydrates: true },
];
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

async function medians(isSlow: boolean): Promise<number[]> {
  const times: number[][] = candidates.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, candidate] of candidates.entries()) {
      times[index]?.push(await routeChange(browser, candidate, isSlow));
    }
  }
  return times.map((all) => quantile(all, 0.5));
}

console.log(`\nroute change, medians of ${rounds}`);
printTable(
  candidates.map(({ name }) => name),
  [
    { label: 'ms', values: await medians(false), digits: 0 },
    { label: 'ms on slow 4G', values: await medians(true), digits: 0 },
  ],
);
await browser.close();
await Promise.all([ours, stock].map(({ close }) => close()));
