import { pageScript } from './support/build.ts';
import { stopClock } from './support/clock.ts';
import { expect, open, test } from './support/fixtures.ts';
import { delayScript } from './support/script-routes.ts';
import { heading, navbar } from './support/locators.ts';

// docs/behavior.md, sections 4 and 9: a progress bar starts after 200 ms and stops when the route has rendered.
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
