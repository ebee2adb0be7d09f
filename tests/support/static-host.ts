import type { Page } from '@playwright/test';

/**
 * Serves the page of another path, like a static host that serves `folder/index.html` instead of redirecting to `folder/`.
 * The framework then starts at a location that it has not preloaded.
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
