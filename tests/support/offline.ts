import type { Browser, Page } from '@playwright/test';
import { buildApp } from '../../packages/server/src/app.ts';
import { expect, open } from './fixtures.ts';

/** The panel of the offline copy. */
export const offlinePanel = (page: Page) => page.getByRole('group', { name: 'Offline copy' });

/** The button that removes the offline copy. */
export const removeButton = (page: Page) =>
  offlinePanel(page).getByRole('button', { name: 'Remove offline copy' });

/** Starts a server without a sandbox; the same port is the same site for the browser. */
export async function serveWithoutSandbox(siteDir: string, port = 0) {
  const app = await buildApp({
    siteDir,
    basePath: '/',
    trustProxy: false,
    logLevel: 'silent',
  });
  const origin = await app.listen({ host: '127.0.0.1', port });
  return { origin, port: Number(new URL(origin).port), close: () => app.close() };
}

/** Saves the site for offline use. */
export async function saveCopy(page: Page, origin: string): Promise<void> {
  await open(page, `${origin}/`);
  await page.getByRole('button', { name: 'Use offline' }).click();
  await expect(offlinePanel(page)).toContainText(/offline: \d+\.\d MB/);
  await offlinePanel(page).getByRole('button', { name: 'Save for offline use' }).click();
  await expect(removeButton(page)).toBeVisible({ timeout: 60_000 });
  // The button that had the focus is gone.
  await expect(offlinePanel(page)).toBeFocused();
}

/** Opens the browser of a reader who saves the site. Then the server ends, and the network is off. */
export async function offlineReader(
  browser: Browser,
  site: { readonly origin: string; readonly close: () => Promise<unknown> },
) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await saveCopy(page, site.origin);
  await site.close();
  await context.setOffline(true);
  return { context, page, origin: site.origin };
}
