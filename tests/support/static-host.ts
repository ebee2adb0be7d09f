import type { Page } from '@playwright/test';

/**
 * Answers one path with the page of another, as a static host does that serves `folder/index.html` instead of
 * redirecting to `folder/`. The framework then starts on a location it has not preloaded.
 */
export async function servePageAt(page: Page, urlPath: string, pagePath: string): Promise<void> {
  await page.route(
    (url) => url.pathname === urlPath,
    async (route) => {
      const url = new URL(pagePath, route.request().url()).href;
      await route.fulfill({ response: await route.fetch({ url }) });
    },
  );
}
