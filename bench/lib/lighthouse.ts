import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { quantile } from './report.ts';

/** Times in milliseconds; CLS without a unit. */
export interface Timing {
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
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

async function measureOnce(url: string): Promise<Timing> {
  const chrome = await launch({ chromePath: process.env.CHROME_PATH, chromeFlags: flags });
  const outcome = await lighthouse(url, { port: chrome.port, onlyCategories: ['performance'] });
  chrome.kill();
  const value = (id: string) => outcome?.lhr.audits[id]?.numericValue ?? Number.NaN;
  return {
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  };
}

/**
 * Lighthouse for mobile: medians of `runs` runs of each URL. The URLs alternate, so that a change in the load of the machine
 * affects all of them.
 */
export async function measureTimings(urls: readonly string[], runs: number): Promise<Timing[]> {
  const results: Timing[][] = urls.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, url] of urls.entries()) results[index]?.push(await measureOnce(url));
  }
  return results.map((all) => {
    const of = (key: keyof Timing) =>
      quantile(
        all.map((result) => result[key]),
        0.5,
      );
    return { fcp: of('fcp'), lcp: of('lcp'), tbt: of('tbt'), cls: of('cls') };
  });
}
