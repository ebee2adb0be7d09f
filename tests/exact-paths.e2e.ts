import { expect, hydrated, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';
import { servePageAt } from './support/static-host.ts';

/** Paths that a less strict router would match with pages of this site. */
const paths = [
  '/Changelog/',
  '/getting-started/submitdata/',
  '/Search/',
  '/changelog/%69ndex.html',
  '/%63hangelog/',
  '/changelog//',
  '/changelog/%20',
];

for (const path of paths) {
  // docs/behavior.md, section 2: each path is matched exactly; any other shows the not-found page, also after hydration.
  test(`${path} stays the not-found page`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404'))
        errors.push(message.text());
    });
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await hydrated(page);
    await expect(heading(page)).toHaveText('Page Not Found');
    await expect(page).toHaveTitle(/Not Found/);
    expect(errors).toEqual([]);
  });
}

// `decodeURI` throws on it, which would leave the page without its scripts.
test('the not-found page works at a path that cannot be decoded', async ({ page }) => {
  await servePageAt(page, '/no-such-page/%A4/', '/no-such-page/');
  await page.goto('/no-such-page/%A4/');
  await hydrated(page);
  await expect(heading(page)).toHaveText('Page Not Found');
  await page.getByRole('main').getByRole('link', { name: 'guides' }).click();
  await expect(heading(page)).toHaveText('What is Anedya');
});

// The router of the site matches paths like the server.
test('a path in another case is not found on navigation within the site', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const link = page.getByRole('navigation', { name: 'Main', exact: true }).getByText('Changelog');
  await link.click();
  await expect(heading(page)).toHaveText('Changelog');
  await page.evaluate(() => {
    history.pushState(null, '', '/Changelog/');
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await expect(heading(page)).toHaveText('Page Not Found');
});
