import type { Page, Request } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * What a page has asked for and not got to its end yet. The load state `networkidle` does not tell: once reached, it stays
 * until the next document.
 */
export class RequestsUnderWay {
  private readonly requests = new Set<Request>();

  constructor(page: Page) {
    page.on('request', (request) => this.requests.add(request));
    page.on('requestfinished', (request) => this.requests.delete(request));
    page.on('requestfailed', (request) => this.requests.delete(request));
  }

  /** Waits until every request so far has ended. */
  async settled(): Promise<void> {
    await expect.poll(() => [...this.requests].map((request) => request.url())).toEqual([]);
  }
}
