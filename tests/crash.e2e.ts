import { pageScript } from './support/build.ts';
import { crashPage } from './support/crash.ts';
import { expect, open, test } from './support/fixtures.ts';
import { heading, navbar } from './support/locators.ts';

// Specification, sections 4 and 8: 'This page crashed.' with a 'Try again' button and the error cause chain.
test('a page that crashes says why and can be tried again', async ({ page }) => {
  const messages = ['the page cannot be shown', 'its table is broken', 'a cell is missing'];
  await crashPage(page, pageScript('/changelog'), messages);
  await open(page, '/');
  await navbar(page).getByRole('link', { name: 'Changelog' }).click();

  await expect(heading(page)).toHaveText('This page crashed.');
  await expect(page.getByText(messages.join('\n\nCause:\n'))).toBeVisible();
  await expect(navbar(page)).toBeVisible();

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('This page crashed.');
  await page.evaluate(() => Object.assign(window, { calm: true }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('Changelog');
});
