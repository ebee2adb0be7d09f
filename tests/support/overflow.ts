import type { Page } from '@playwright/test';

/** Returns by how many pixels a page is wider than its window: more than 0 scrolls sideways. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
