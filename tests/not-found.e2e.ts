import { replaceNavbarItem } from './support/script-routes.ts';
import { expect, hydrated, open, test } from './support/fixtures.ts';
import { heading, navbar } from './support/locators.ts';

for (const path of [
  '/no-such-page/',
  '/no-such-page',
  '/changelog/more/',
  '/platform-api/none.html',
]) {
  // Specification, sections 2 and 8: any unknown path shows a not-found page.
  test(`${path} returns 404 with the not-found page`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await hydrated(page);
    await expect(heading(page)).toHaveText('Page Not Found');
    await expect(navbar(page)).toBeVisible();
  });
}

// Specification, sections 2 and 8: an unknown route reached inside the site shows the not-found page.
test('a link to an unknown route shows the not-found page', async ({ page }) => {
  await replaceNavbarItem(page, { to: '/no-such-page', label: 'Nowhere', position: 'left' });
  await open(page, '/');
  await page.evaluate(() => Object.assign(window, { firstDocument: true }));
  await navbar(page).getByRole('link', { name: 'Nowhere' }).click();
  await expect(heading(page)).toHaveText('Page Not Found');
  await expect(page).toHaveURL('/no-such-page/');
  expect(await page.evaluate(() => 'firstDocument' in window)).toBe(true);
});

// Specification, sections 2 and 8: the not-found page says what it is in its title as well (WCAG 2.4.2).
test('the not-found page has its own title', async ({ page }) => {
  await page.goto('/no-such-page/');
  await hydrated(page);
  await expect(page).toHaveTitle(/Not Found/);
});
