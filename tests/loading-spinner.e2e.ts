import { pageScript } from './support/build.ts';
import { stopClock } from './support/clock.ts';
import { expect, open, test } from './support/fixtures.ts';
import { delayScript, failScript } from './support/script-routes.ts';
import { heading, navbar } from './support/locators.ts';

/*
 * The framework keeps the old page while it preloads the next one, so one slow link never shows the spinner. Two do: when
 * the first pending route arrives, the framework renders the second one, which the reader has clicked since, loaded or not.
 */

// docs/behavior.md, sections 4 and 9: a spinner appears after a 200 ms delay.
test('a page rendered before its chunk arrives shows a spinner after 200 ms', async ({ page }) => {
  await page.clock.install();
  const first = await delayScript(page, pageScript('/device/'));
  const second = await delayScript(page, pageScript('/changelog'));
  await open(page, '/');
  await stopClock(page);
  const spinner = page.locator('#loader');

  await navbar(page).getByRole('link', { name: 'Device Integration' }).click();
  await expect.poll(first.requested).toBe(true);
  await navbar(page).getByRole('link', { name: 'Changelog' }).click();
  await expect.poll(second.requested).toBe(true);
  await first.release();
  await expect(heading(page)).toHaveCount(0);

  await page.clock.runFor(199);
  await expect(spinner).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(spinner).toBeVisible();

  await second.release();
  await expect(heading(page)).toHaveText('Changelog');
  await expect(spinner).toHaveCount(0);
});

// The same after Retry of a page that has failed to load.
test('a retry shows a spinner after 200 ms', async ({ page }) => {
  await page.clock.install();
  const script = pageScript('/changelog');
  await failScript(page, script);
  await page.goto('/changelog/');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await stopClock(page);
  const delayed = await delayScript(page, script);
  const spinner = page.locator('#loader');

  await retry.click();
  await expect.poll(delayed.requested).toBe(true);
  await expect(retry).toHaveCount(0);
  await expect(page.getByText('Loading…')).toHaveCount(0);
  await page.clock.runFor(199);
  await expect(spinner).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(spinner).toBeInViewport();
  await expect(heading(page)).toHaveText('Changelog');

  await delayed.release();
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
  await expect(spinner).toHaveCount(0);
});
