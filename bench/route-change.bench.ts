import { chromium, type Browser } from '@playwright/test';
import { serveWithBarePages } from './lib/served-site.ts';

// Time from a click on a sidebar link to the next page's heading, CPU slowed four times, as a ratio to a full load of
// that page in the same run.

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
        const begun = performance.now();
        new MutationObserver((_records, observer) => {
          if (
            window.location.pathname !== href ||
            document.querySelector('h1')?.textContent !== 'Concepts'
          )
            return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - begun));
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
        document.querySelector<HTMLAnchorElement>(`.menu a[href="${href}"]`)?.click();
      }),
    to,
  );
  await page.close();
  return time;
}

async function fullLoad(browser: Browser, origin: string): Promise<number> {
  const page = await slowPage(browser);
  await page.goto(origin + to);
  const time = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  );
  await page.close();
  return time;
}

const site = await serveWithBarePages([]);
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const changes: number[] = [];
const loads: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  changes.push(await routeChange(browser, site.origin));
  loads.push(await fullLoad(browser, site.origin));
}
console.log(
  `\nroute change: ${median(changes).toFixed(0)} ms, ${(median(changes) / median(loads)).toFixed(2)}x of a full load's first paint`,
);
await browser.close();
await site.close();
