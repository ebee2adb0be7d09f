import type { Page } from '@playwright/test';
import { RequestsUnderWay } from './requests-under-way.ts';

/** What a page does that no page should: errors, failed requests, requests that leave the site. */
export class Faults {
  readonly list: string[] = [];
  private readonly underWay: RequestsUnderWay;

  constructor(page: Page, origin: string) {
    this.underWay = new RequestsUnderWay(page);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) {
        this.list.push(`console ${message.type()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => this.list.push(`page error: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== origin) this.list.push(`leaves: ${url.href}`);
    });
    page.on('requestfailed', (request) => {
      this.list.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.list.push(`${response.status()}: ${response.url()}`);
    });
  }

  /** Waits until every request so far has ended. */
  settled(): Promise<void> {
    return this.underWay.settled();
  }
}
