import { chromium } from '@playwright/test';
import { measureTiming, type Timing } from './lib/lighthouse.ts';
import { measureWeight, type Kind } from './lib/page-weight.ts';
import { serveWithBarePages } from './lib/served-site.ts';

// Weight of a page in bytes, and its speed as a ratio to the same text as bare HTML on the same server in this run.

const pages = ['/', '/essentials/architecture/', '/platform-api/node-create/'];
const runs = Number(process.env.BENCH_RUNS ?? 5);
const kinds: readonly Kind[] = ['html', 'css', 'js', 'font', 'other'];

const ratio = (value: number, base: number) => (base === 0 ? '-' : `${(value / base).toFixed(2)}x`);
const line = (values: Record<Kind, number>) =>
  kinds.map((kind) => `${kind} ${values[kind]}`).join('  ');

function report(page: Timing, bare: Timing): void {
  for (const key of ['fcp', 'lcp'] as const) {
    console.log(`  ${key}: ${ratio(page[key], bare[key])} of bare (${page[key].toFixed(0)} ms)`);
  }
  console.log(`  tbt: ${page.tbt.toFixed(0)} ms, bare ${bare.tbt.toFixed(0)} ms`);
  console.log(`  cls: ${page.cls.toFixed(3)}, bare ${bare.cls.toFixed(3)}`);
}

const site = await serveWithBarePages(pages);
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const urlPath of pages) {
  console.log(`\n${urlPath}`);
  const page = await browser.newPage();
  const weight = await measureWeight(page, site.origin + urlPath);
  await page.close();
  console.log(`  requests: ${weight.requests}`);
  console.log(`  brotli bytes: ${line(weight.brotli)}`);
  console.log(`  gzip bytes:   ${line(weight.gzip)}`);
  const timing = await measureTiming(site.origin + urlPath, runs);
  report(timing, await measureTiming(`${site.origin}/bare${urlPath}`, runs));
}
await browser.close();
await site.close();
