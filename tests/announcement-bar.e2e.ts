import type { Page } from '@playwright/test';
import { editScript } from './support/script-routes.ts';
import { mainScript } from './support/build.ts';
import { expect, open, test } from './support/fixtures.ts';

const bar = (page: Page) => page.getByRole('banner').filter({ hasText: 'First edition' });

const stored = (page: Page, name: 'dismiss' | 'id') =>
  page.evaluate((key) => localStorage.getItem(key), `docusaurus.announcement.${name}`);

async function dismiss(page: Page): Promise<void> {
  await open(page, '/');
  await expect(bar(page)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Close' }).click();
  await expect(bar(page)).toBeHidden();
}

// docs/behavior.md, section 4: the announcement bar is dismissable, and dismissal is stored.
test('a dismissed announcement stays hidden', async ({ page }) => {
  await dismiss(page);
  expect(await stored(page, 'dismiss')).toBe('true');
  expect(await stored(page, 'id')).toBe('first-edition');

  await page.goto('/changelog/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute(
    'data-announcement-bar-initially-dismissed',
    'true',
  );
  await open(page, '/changelog/');
  await expect(bar(page)).toBeHidden();
});

// docs/behavior.md, section 4: the bar reappears if its id changes.
test('an announcement with a new id appears again', async ({ page }) => {
  await dismiss(page);
  await editScript(page, mainScript(), (source) =>
    source.replace('{id:"first-edition",', '{id:"second-edition",'),
  );
  await open(page, '/');
  await expect(bar(page)).toBeVisible();
  expect(await stored(page, 'id')).toBe('second-edition');
  expect(await stored(page, 'dismiss')).toBe('false');
});

// docs/behavior.md, section 4: the bar that reappeared stays until it is dismissed.
test('a new announcement is shown again on the next visit', async ({ page }) => {
  await dismiss(page);
  await page.evaluate(() => localStorage.setItem('docusaurus.announcement.id', 'older'));
  await open(page, '/');
  await expect.poll(() => stored(page, 'id')).toBe('first-edition');
  await open(page, '/changelog/');
  await expect(bar(page)).toBeVisible();
});
