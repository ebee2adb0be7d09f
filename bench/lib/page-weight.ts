import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';

export type Kind = 'html' | 'css' | 'js' | 'font' | 'other';

export interface Weight {
  requests: number;
  /** Bytes by kind, compressed as on the server. */
  brotli: Record<Kind, number>;
  gzip: Record<Kind, number>;
}

function kindOf(contentType: string): Kind {
  if (contentType.includes('html')) return 'html';
  if (contentType.includes('css')) return 'css';
  if (contentType.includes('javascript')) return 'js';
  return contentType.includes('font') ? 'font' : 'other';
}

const none = (): Record<Kind, number> => ({ html: 0, css: 0, js: 0, font: 0, other: 0 });

/** Fonts and images are already compressed. */
function size(kind: Kind, body: Buffer, compress: (data: Buffer) => Buffer): number {
  return kind === 'font' || kind === 'other' ? body.length : compress(body).length;
}

/** Tracks the requests of a page. @returns a function that waits until none is in flight */
function trackRequests(page: Page): () => Promise<void> {
  const inFlight = new Set<Request>();
  page.on('request', (request) => inFlight.add(request));
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  return () =>
    new Promise((resolve) => {
      const check = () => {
        if (inFlight.size === 0) resolve();
      };
      page.on('requestfinished', check);
      page.on('requestfailed', check);
      check();
    });
}

/**
 * Waits until React has hydrated the page, if it has an application, and the browser is idle. Playwright's own waiting functions
 * would load 0.7 MB of script into the page.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let idle = 0; idle < 20;) {
      await new Promise((resolve) => requestIdleCallback(resolve));
      if (document.documentElement.dataset.hasHydrated !== 'false') idle += 1;
    }
  });
}

/**
 * Measures what a first visit downloads until the page is hydrated and idle, without prefetched pages.
 * @param url absolute URL of the page
 */
export async function measureWeight(page: Page, url: string): Promise<Weight> {
  const weight: Weight = { requests: 0, brotli: none(), gzip: none() };
  const pending: Promise<void>[] = [];
  const settled = trackRequests(page);
  page.on('response', (response) => {
    const request = response.request();
    if (request.headers()['sec-purpose'] === 'prefetch' || request.method() !== 'GET') return;
    pending.push(
      response.body().then((body) => {
        const kind = kindOf(response.headers()['content-type'] ?? '');
        weight.requests += 1;
        weight.brotli[kind] += size(kind, body, brotliCompressSync);
        weight.gzip[kind] += size(kind, body, gzipSync);
      }),
    );
  });
  // Slow connections disable prefetching: the remaining requests are those of the page itself.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      value: { effectiveType: '2g', saveData: true },
    });
  });
  await page.goto(url);
  await settle(page);
  await settled();
  await Promise.all(pending);
  return weight;
}
