import type { Page, Request } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The requests of a page that are in flight. Playwright's load state `networkidle` covers only the first load of a document. */
export class PendingRequests {
  private readonly requests = new Set<Request>();

  constructor(private readonly page: Page) {
    page.on('request', (request) => {
      // Chromium does not report the end of a shared worker's script to the page.
      if (!request.url().includes('/assets/sandbox/worker.')) this.requests.add(request);
    });
    page.on('requestfinished', (request) => this.requests.delete(request));
    page.on('requestfailed', (request) => this.requests.delete(request));
  }

  /** Waits until the page is idle and no request is in flight. */
  async settled(): Promise<void> {
    const urls = async () => {
      // Code that is about to run can start a request. Animations on a loaded machine can leave no idle time.
      await this.page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })),
      );
      return [...this.requests].map((request) => request.url());
    };
    await expect.poll(urls).toEqual([]);
  }
}
