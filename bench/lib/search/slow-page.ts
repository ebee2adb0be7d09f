import type { Browser, Page } from '@playwright/test';

export interface SlowPage {
  readonly page: Page;
  /** How many times slower than the machine: a slowed page burns processor time even while it idles, 1 stops that. */
  readonly slow: (rate: number) => Promise<unknown>;
}

/** Opens a page in a browser profile of its own, its main thread slowed four times. */
export async function openSlowPage(browser: Browser, url: string): Promise<SlowPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  await slow(4);
  await page.goto(url);
  return { page, slow };
}
