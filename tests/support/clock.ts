import type { Page } from '@playwright/test';

/** Stops the page's clock after the page has started; timers then run by `page.clock.runFor` only. Needs `install`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60 * 60 * 1000);
}
