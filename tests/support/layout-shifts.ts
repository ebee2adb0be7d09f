import type { Page } from '@playwright/test';

/** Collects the layout shifts of a page from now on. Call it before the page opens. Returns a function that reads their sum. */
export async function collectShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const total = { shift: 0 };
    Object.assign(window, { total });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        total.shift += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { total: { shift: number } }).total.shift);
}
