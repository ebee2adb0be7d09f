import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';

const category = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Docs sidebar' })
    .locator('li.theme-doc-sidebar-item-category-level-1')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

/** Collapses a category and expands it again; the inline style of the animation stays on its list. */
async function collapse(page: Page, name: string) {
  const item = category(page, name);
  const list = item.locator('> ul');
  const height = await list.evaluate((element) => element.scrollHeight);
  await item.getByRole('button', { name: `Collapse sidebar category '${name}'` }).click();
  await expect(list).toBeHidden();
  const transition = await list.evaluate(({ style }) => style.transition);
  await item.getByRole('button', { name: `Expand sidebar category '${name}'` }).click();
  await expect(list).toBeVisible();
  return { height, transition };
}

// Specification, section 4: the collapse animation lasts 1 ms under reduced motion.
test('a category collapses immediately under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/');
  expect((await collapse(page, 'Features')).transition).toMatch(/^height 1ms/);
});

// Specification, section 4: the duration of the collapse animation is computed from the height of the content.
test('the collapse time of a category depends on its height', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '/');
  const results = [await collapse(page, 'Features'), await collapse(page, 'Essentials')];
  for (const { height, transition } of results) {
    const lines = height / 36;
    const duration = Math.round((4 + 15 * lines ** 0.25 + lines / 5) * 10);
    expect(transition).toMatch(new RegExp(`^height ${duration}ms`));
  }
  expect(results[0]?.transition).not.toBe(results[1]?.transition);
});
