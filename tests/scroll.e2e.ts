import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import { heading, navbar } from './support/locators.ts';

/** Changes the route like a link of the site, to a hash that no link has. */
const changeRoute = (page: Page, to: string) =>
  page.evaluate((url) => {
    history.pushState(null, '', url);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, to);

test.use({ viewport: { width: 1440, height: 400 } });

// docs/behavior.md, section 2: a route change scrolls to the top.
test('a route change scrolls to the top', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect(heading(page)).not.toBeInViewport();
  await navbar(page).getByRole('link', { name: 'Changelog' }).click();
  await expect(heading(page)).toHaveText('Changelog');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

// docs/behavior.md, section 2: a route change scrolls to the hash anchor if there is one.
test('a route change with a hash scrolls to its heading', async ({ page }) => {
  await open(page, '/getting-started/project-setup/');
  await page.locator('article a[href="/device/mqtt-endpoints/#certificates"]').click();
  await expect(page).toHaveURL('/device/mqtt-endpoints/#certificates');
  const target = page.locator('#certificates');
  await expect(target).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);

  // The sticky navbar must not cover the heading.
  const [bar, box] = await Promise.all([navbar(page).boundingBox(), target.boundingBox()]);
  expect(box?.y).toBeGreaterThanOrEqual(bar?.height ?? Number.NaN);
});

for (const { from, to, title } of [
  { from: '/changelog/', to: '/#where-it-runs', title: 'What is Anedya' },
  { from: '/', to: '/device/mqtt-endpoints/#certificates', title: 'MQTT endpoints' },
]) {
  // The columns of the home page are wider.
  test(`a route change from ${from} to ${to} ends with the heading at the top`, async ({
    page,
  }) => {
    await open(page, from);
    await page.evaluate(() => window.scrollTo(0, 600));
    await changeRoute(page, to);
    await expect(heading(page)).toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(title));
    const target = page.locator(`#${to.split('#')[1] ?? ''}`);
    await expect
      .poll(() =>
        target.evaluate((element) => {
          const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop);
          return Math.abs(element.getBoundingClientRect().top - margin);
        }),
      )
      .toBeLessThan(1);
  });
}

for (const hash of ['#gone', '#%E0']) {
  test(`a route change with a hash without element scrolls to the top: ${hash}`, async ({
    page,
  }) => {
    await open(page, '/');
    await page.evaluate(() => window.scrollTo(0, 600));
    await changeRoute(page, `/device/mqtt-endpoints/${hash}`);
    await expect(heading(page)).toHaveText('MQTT endpoints');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
}

// docs/behavior.md, section 2: a URL with a hash opens at its anchor.
test('a page opened with a hash starts at its heading', async ({ page }) => {
  await open(page, '/#where-it-runs');
  await expect(page.locator('#where-it-runs')).toBeInViewport();
  await expect(heading(page)).not.toBeInViewport();
});

// docs/behavior.md, section 2: links of the table of contents lead to their headings.
test('a table-of-contents link scrolls within the page', async ({ page }) => {
  await open(page, '/features/heartbeat/');
  await page.locator('.table-of-contents').getByRole('link', { name: 'Read the status' }).click();
  await expect(page).toHaveURL('/features/heartbeat/#read-the-status');
  await expect(page.locator('#read-the-status')).toBeInViewport();
});

// docs/behavior.md, section 4: navbar hiding on scroll is available but off.
test('the navbar stays visible on scrolling down', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(heading(page)).not.toBeInViewport();
  await expect(navbar(page)).toBeInViewport({ ratio: 1 });
  await expect(navbar(page)).not.toHaveClass(/navbarHid/);
});
