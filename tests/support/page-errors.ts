import type { Page } from '@playwright/test';
import { PendingRequests } from './pending-requests.ts';

/** Collects what must not occur on a page: errors, failed requests, requests to other origins. */
export class PageErrors {
  readonly list: string[] = [];
  private readonly pending: PendingRequests;

  constructor(page: Page, origin: string) {
    this.pending = new PendingRequests(page);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) {
        this.list.push(`console ${message.type()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => this.list.push(`page error: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== origin)
        this.list.push(`other origin: ${url.href}`);
    });
    page.on('requestfailed', (request) => {
      this.list.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.list.push(`${response.status()}: ${response.url()}`);
    });
  }

  /** Waits until the page is idle and no request is in flight. */
  settled(): Promise<void> {
    return this.pending.settled();
  }
}
