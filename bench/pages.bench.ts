import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { measureTimings } from './lib/lighthouse.ts';
import { measureWeight, type Kind } from './lib/page-weight.ts';
import { printTable } from './lib/report.ts';
import { serve, serveWithBarePages } from './lib/served-site.ts';
import { buildStockSite } from './lib/stock-site.ts';

// Bytes, memory and speed of pages, with ratios to the same text as bare HTML: this site, another build of it
// (of the checkout `BENCH_BASELINE`), and the same page built with stock Docusaurus. All are measured in alternation.

const pages = ['/', '/essentials/architecture/'];
/** The stock build has no API reference to compare with. */
const operationPages = ['/platform-api/node-create/', '/device/api/submitdata/'];
const runs = Number(process.env.BENCH_RUNS ?? 5);
const kinds: readonly Kind[] = ['html', 'css', 'js', 'other', 'font'];

interface Measured {
  readonly bytes: Readonly<Record<Kind, number>>;
  readonly requests: number;
  /** Used heap after garbage collection, in bytes. */
  readonly heap: number;
}

async function measure(browser: Browser, url: string): Promise<Measured> {
  const page = await browser.newPage();
  const { brotli, requests } = await measureWeight(page, url);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await page.close();
  return { bytes: brotli, requests, heap: usedSize };
}

interface Column {
  readonly name: string;
  readonly url: string;
}

async function report(browser: Browser, columns: readonly Column[]): Promise<void> {
  const measured: Measured[] = [];
  for (const { url } of columns) measured.push(await measure(browser, url));
  const timings = await measureTimings(
    columns.map(({ url }) => url),
    runs,
  );
  const kB = (bytes: number) => bytes / 1000;
  const all = ({ bytes }: Measured) => bytes.html + bytes.css + bytes.js + bytes.other;
  const row = (label: string, values: readonly number[], digits = 0) => ({ label, values, digits });
  printTable(
    columns.map(({ name }) => name),
    [
      ...kinds.map((kind) =>
        row(
          `${kind} kB`,
          measured.map(({ bytes }) => kB(bytes[kind])),
          1,
        ),
      ),
      row(
        'all but fonts kB',
        measured.map((one) => kB(all(one))),
        1,
      ),
      row(
        'requests',
        measured.map(({ requests }) => requests),
      ),
      row(
        'heap MB',
        measured.map(({ heap }) => heap / 1e6),
        2,
      ),
      row(
        'FCP ms',
        timings.map(({ fcp }) => fcp),
      ),
      row(
        'LCP ms',
        timings.map(({ lcp }) => lcp),
      ),
      row(
        'LCP ms, applied',
        timings.map(({ appliedLcp }) => appliedLcp),
      ),
      row(
        'TBT ms',
        timings.map(({ tbt }) => tbt),
      ),
      row(
        'CLS',
        timings.map(({ cls }) => cls),
        3,
      ),
    ],
  );
}

const { BENCH_BASELINE } = process.env;
const stock = await buildStockSite().then(serve);
const site = await serveWithBarePages([...pages, ...operationPages]);
const baseline = BENCH_BASELINE
  ? await serve(path.resolve(BENCH_BASELINE, 'site/build'))
  : undefined;
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const urlPath of [...pages, ...operationPages]) {
  console.log(`\n${urlPath}`);
  await report(browser, [
    { name: 'bare', url: `${site.origin}/bare${urlPath}` },
    { name: 'this site', url: site.origin + urlPath },
    ...(baseline ? [{ name: 'baseline', url: baseline.origin + urlPath }] : []),
    ...(pages.includes(urlPath) ? [{ name: 'stock', url: stock.origin + urlPath }] : []),
  ]);
}
await browser.close();
await Promise.all([site, stock, ...(baseline ? [baseline] : [])].map(({ close }) => close()));
