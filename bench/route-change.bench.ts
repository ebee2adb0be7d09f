import { chromium, type Browser } from '@playwright/test';
import { serve, serveWithBarePages } from './lib/served-site.ts';
import { buildStockSite } from './lib/stock-site.ts';

// Time from a click on a sidebar link to the next page's heading, CPU slowed four times, as a ratio to the same pages built
// with stock Docusaurus in the same run.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const from = '/essentials/architecture/';
const to = '/essentials/concepts/';

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function slowPage(browser: Browser) {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

async function routeChange(browser: Browser, origin: string): Promise<number> {
  const page = await slowPage(browser);
  await page.goto(origin + from);
  await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' });
  const time = await page.evaluate(
    (href) =>
      new Promise<number>((resolve) => {
        const startTime = performance.now();
        new MutationObserver((_records, observer) => {
          if (
            window.location.pathname !== href ||
            document.querySelector('h1')?.textContent !== 'Concepts'
          )
            return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - startTime));
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
        document.querySelector<HTMLAnchorElement>(`.menu a[href="${href}"]`)?.click();
      }),
    to,
  );
  await page.close();
  return time;
}

const [ours, stock] = await Promise.all([serveWithBarePages([]), buildStockSite().then(serve)]);
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const times: { ours: number[]; stock: number[] } = { ours: [], stock: [] };
for (let round = 0; round < rounds; round += 1) {
  times.ours.push(await routeChange(browser, ours.origin));
  times.stock.push(await routeChange(browser, stock.origin));
}
const [mine, theirs] = [median(times.ours), median(times.stock)];
console.log(
  `\nroute change: ${(mine / theirs).toFixed(2)}x of stock Docusaurus (${mine.toFixed(0)} ms, ${theirs.toFixed(0)} ms)`,
);
await browser.close();
await ours.close();
await stock.close();
