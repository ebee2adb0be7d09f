import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';

const category = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Docs sidebar' })
    .locator('li.theme-doc-sidebar-item-category-level-1')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

/** Collapses a category. Returns its height in px, and how long each animation of the height lasted, in milliseconds. */
async function collapse(page: Page, name: string) {
  const item = category(page, name);
  const list = item.locator('> ul');
  const height = await list.evaluate((element) => element.scrollHeight);
  const ended = await list.evaluateHandle((element: HTMLElement) => {
    const durations: number[] = [];
    element.addEventListener('transitionend', ({ target, propertyName, elapsedTime }) => {
      const isOwn = target === element && propertyName === 'height';
      if (isOwn) durations.push(Math.round(elapsedTime * 1000));
    });
    return durations;
  });
  await item.getByRole('button', { name: `Collapse sidebar category '${name}'` }).click();
  // Set when the animation has ended.
  await expect(list).toHaveCSS('display', 'none');
  return { height, durations: await ended.jsonValue() };
}

// docs/behavior.md, section 4: the collapse animation lasts 1 ms under reduced motion.
test('a category collapses immediately under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/');
  expect((await collapse(page, 'Features')).durations).toEqual([1]);
});

// docs/behavior.md, section 4: the duration of the collapse animation is computed from the height of the content.
test('the collapse time of a category depends on its height', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '/');
  const results = [await collapse(page, 'Features'), await collapse(page, 'Essentials')];
  for (const { height, durations } of results) {
    const lines = height / 36;
    const duration = Math.round((4 + 15 * lines ** 0.25 + lines / 5) * 10);
    expect(durations).toEqual([duration]);
  }
  expect(results[0]?.height).not.toBe(results[1]?.height);
});
