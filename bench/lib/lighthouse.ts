import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { quantile } from './report.ts';

/** Times in milliseconds; CLS without a unit. */
export interface Timing {
  readonly fcp: number;
  /** Simulated by Lighthouse from the load without limits: in steps of a round trip (150 ms). */
  readonly lcp: number;
  /** Measured with a network and a CPU that are as slow. */
  readonly appliedLcp: number;
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

/** Loads a page in a new browser. @returns a function that returns the value of an audit, by its id */
async function audit(url: string, throttlingMethod: 'simulate' | 'devtools') {
  const chrome = await launch({ chromePath: process.env.CHROME_PATH, chromeFlags: flags });
  const options = { port: chrome.port, onlyCategories: ['performance'], throttlingMethod };
  const outcome = await lighthouse(url, options);
  chrome.kill();
  return (id: string) => outcome?.lhr.audits[id]?.numericValue ?? Number.NaN;
}

async function measureOnce(url: string): Promise<Timing> {
  const value = await audit(url, 'simulate');
  const applied = await audit(url, 'devtools');
  return {
    appliedLcp: applied('largest-contentful-paint'),
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
    return {
      fcp: of('fcp'),
      lcp: of('lcp'),
      appliedLcp: of('appliedLcp'),
      tbt: of('tbt'),
      cls: of('cls'),
    };
  });
}
