import type { Page } from '@playwright/test';

/**
 * Stops the page's clock after the page has started; after that, only `page.clock.runFor` runs timers. Requires `install`. The clock
 * jumps by less than the 120 seconds after which a script that still loads counts as failed.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}
