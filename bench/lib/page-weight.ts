import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

export type Kind = 'html' | 'css' | 'js' | 'font' | 'other';

export interface Weight {
  requests: number;
  /** Bytes by kind, compressed as the server would send them. */
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

/** Already compressed as far as it goes, or too small to gain. */
function size(kind: Kind, body: Buffer, compress: (data: Buffer) => Buffer): number {
  return kind === 'font' || kind === 'other' ? body.length : compress(body).length;
}

/**
 * What one first visit downloads until the application has taken over, prefetched pages left out.
 * @param url absolute address of the page
 */
export async function measureWeight(page: Page, url: string): Promise<Weight> {
  const weight: Weight = { requests: 0, brotli: none(), gzip: none() };
  const pending: Promise<void>[] = [];
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
  // Prefetching is off for readers on slow lines: what is left is what the page itself needs.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      value: { effectiveType: '2g', saveData: true },
    });
  });
  await page.goto(url);
  await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await Promise.all(pending);
  return weight;
}
