import type { Page } from '@playwright/test';

/**
 * Stops the page's clock after the page has started; after that, only `page.clock.runFor` runs timers. Requires `install`.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60 * 60 * 1000);
}
