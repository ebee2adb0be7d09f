import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

export interface Timing {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
}

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Lighthouse mobile, medians of `runs` runs, in milliseconds (CLS without unit). */
export async function measureTiming(url: string, runs: number): Promise<Timing> {
  const results: Timing[] = [];
  while (results.length < runs) {
    const chrome = await launch({ chromePath: process.env.CHROME_PATH, chromeFlags: flags });
    const outcome = await lighthouse(url, { port: chrome.port, onlyCategories: ['performance'] });
    chrome.kill();
    const value = (id: string) => outcome?.lhr.audits[id]?.numericValue ?? Number.NaN;
    results.push({
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    });
  }
  const of = (key: keyof Timing) => median(results.map((result) => result[key]));
  return { fcp: of('fcp'), lcp: of('lcp'), tbt: of('tbt'), cls: of('cls') };
}
