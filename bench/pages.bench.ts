import { chromium, type Browser } from '@playwright/test';
import { measureTiming, type Timing } from './lib/lighthouse.ts';
import { measureWeight, type Kind } from './lib/page-weight.ts';
import { serve, serveWithBarePages } from './lib/served-site.ts';
import { buildStockSite } from './lib/stock-site.ts';

// Weight of a page in bytes, and its speed as a ratio to the same text as bare HTML, and to the same page built with
// stock Docusaurus, on the same server in this run.

const pages = ['/', '/essentials/architecture/'];
/** The stock build has no API reference to compare these with. */
const callPages = ['/platform-api/node-create/', '/device/api/submitdata/'];
const runs = Number(process.env.BENCH_RUNS ?? 5);
const kinds: readonly Kind[] = ['html', 'css', 'js', 'font', 'other'];

const ratio = (value: number, base: number) => (base === 0 ? '-' : `${(value / base).toFixed(2)}x`);
const line = (values: Record<Kind, number>) =>
  kinds.map((kind) => `${kind} ${values[kind]}`).join('  ');

async function reportWeight(browser: Browser, name: string, url: string): Promise<void> {
  const page = await browser.newPage();
  const weight = await measureWeight(page, url);
  await page.close();
  console.log(`  ${name}: ${weight.requests} requests`);
  console.log(`    brotli bytes: ${line(weight.brotli)}`);
  console.log(`    gzip bytes:   ${line(weight.gzip)}`);
}

function reportTiming(page: Timing, bare: Timing, stock?: Timing): void {
  for (const key of ['fcp', 'lcp'] as const) {
    const ms = page[key].toFixed(0);
    const ofStock = stock ? `, ${ratio(page[key], stock[key])} of stock` : '';
    console.log(`  ${key}: ${ratio(page[key], bare[key])} of bare${ofStock} (${ms} ms)`);
  }
  const ofStock = stock ? `, stock ${stock.tbt.toFixed(0)} ms` : '';
  console.log(`  tbt: ${page.tbt.toFixed(0)} ms, bare ${bare.tbt.toFixed(0)} ms${ofStock}`);
  console.log(`  cls: ${page.cls.toFixed(3)}${stock ? `, stock ${stock.cls.toFixed(3)}` : ''}`);
}

const stock = await buildStockSite().then(serve);
const site = await serveWithBarePages([...pages, ...callPages]);
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const urlPath of pages) {
  console.log(`\n${urlPath}`);
  await reportWeight(browser, 'this site', site.origin + urlPath);
  await reportWeight(browser, 'stock', stock.origin + urlPath);
  reportTiming(
    await measureTiming(site.origin + urlPath, runs),
    await measureTiming(`${site.origin}/bare${urlPath}`, runs),
    await measureTiming(stock.origin + urlPath, runs),
  );
}
for (const urlPath of callPages) {
  console.log(`\n${urlPath}`);
  await reportWeight(browser, 'this site', site.origin + urlPath);
  reportTiming(
    await measureTiming(site.origin + urlPath, runs),
    await measureTiming(`${site.origin}/bare${urlPath}`, runs),
  );
}
await browser.close();
await site.close();
await stock.close();
