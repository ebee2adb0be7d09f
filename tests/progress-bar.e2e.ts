import { pageScript } from './support/build.ts';
import { stopClock } from './support/clock.ts';
import { expect, open, test } from './support/fixtures.ts';
import { delayScript } from './support/script-routes.ts';
import { heading, navbar } from './support/locators.ts';

// Specification, sections 4 and 9: a progress bar starts after 200 ms and stops when the route has rendered.
test('a slow route change shows a progress bar after 200 ms, until it has rendered', async ({
  page,
}) => {
  await page.clock.install();
  const held = await delayScript(page, pageScript('/changelog'));
  await open(page, '/');
  await stopClock(page);
  const bar = page.locator('#nprogress .bar');

  await navbar(page).getByRole('link', { name: 'Changelog' }).click();
  await expect.poll(held.requested).toBe(true);
  await page.clock.runFor(199);
  await expect(bar).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(bar).toBeVisible();
  await expect(heading(page)).toHaveText('What is Anedya');

  await held.release();
  await expect(heading(page)).toHaveText('Changelog');
  await page.clock.runFor(2000);
  await expect(bar).toHaveCount(0);
});

test('the links of a page are not rendered again while the next page loads', async ({ page }) => {
  const held = await delayScript(page, pageScript('/changelog'));
  await open(page, '/essentials/architecture/');
  // React replaces the properties of an element that it renders again.
  const rendered = () =>
    page.evaluate(() => {
      const seen = ((window as { seen?: Map<Element, unknown> }).seen ??= new Map<
        Element,
        unknown
      >());
      return [...document.querySelectorAll('a')].filter((link) => {
        const key = Object.keys(link).find((name) => name.startsWith('__reactProps'));
        const properties: unknown = key === undefined ? undefined : Reflect.get(link, key);
        const isNew = properties !== seen.get(link);
        seen.set(link, properties);
        return isNew;
      }).length;
    });
  expect(await rendered()).toBeGreaterThan(30);

  await navbar(page).getByRole('link', { name: 'Changelog' }).click();
  await expect.poll(held.requested).toBe(true);
  expect(await rendered()).toBe(0);

  await held.release();
  await expect(heading(page)).toHaveText('Changelog');
  expect(await rendered()).toBeGreaterThan(0);
});
