import { chromium, type Browser } from '@playwright/test';
import { measureTiming, type Timing } from './lib/lighthouse.ts';
import { measureWeight, type Kind } from './lib/page-weight.ts';
import { serve, serveWithBarePages } from './lib/served-site.ts';
import { buildStockSite } from './lib/stock-site.ts';

// Weight of a page in bytes, and its speed as a ratio to the same text as bare HTML, and to the same page built with
// stock Docusaurus, on the same server in this run.

const pages = ['/', '/essentials/architecture/'];
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

function reportTiming(page: Timing, bare: Timing, stock: Timing): void {
  for (const key of ['fcp', 'lcp'] as const) {
    const ms = page[key].toFixed(0);
    console.log(
      `  ${key}: ${ratio(page[key], bare[key])} of bare, ${ratio(page[key], stock[key])} of stock (${ms} ms)`,
    );
  }
  const blocking = [page, bare, stock].map(({ tbt }) => `${tbt.toFixed(0)} ms`);
  console.log(`  tbt: ${blocking[0] ?? ''}, bare ${blocking[1] ?? ''}, stock ${blocking[2] ?? ''}`);
  console.log(`  cls: ${page.cls.toFixed(3)}, stock ${stock.cls.toFixed(3)}`);
}

const stock = await buildStockSite().then(serve);
const site = await serveWithBarePages(pages);
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
await browser.close();
await site.close();
await stock.close();
