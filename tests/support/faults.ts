import type { Page, Request } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What a page does that no page should: errors, failed requests, requests that leave the site. */
export class Faults {
  readonly list: string[] = [];
  private readonly inFlight = new Set<Request>();

  constructor(page: Page, origin: string) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) {
        this.list.push(`console ${message.type()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => this.list.push(`page error: ${error.message}`));
    page.on('request', (request) => {
      this.inFlight.add(request);
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== origin) this.list.push(`leaves: ${url.href}`);
    });
    page.on('requestfinished', (request) => this.inFlight.delete(request));
    page.on('requestfailed', (request) => {
      this.inFlight.delete(request);
      this.list.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.list.push(`${response.status()}: ${response.url()}`);
    });
  }

  /** Waits until every request so far has ended. */
  async settled(): Promise<void> {
    await expect.poll(() => [...this.inFlight].map((request) => request.url())).toEqual([]);
  }
}
