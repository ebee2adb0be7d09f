import type { Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import { overflowOf } from './support/overflow.ts';

const changes = (page: Page) => page.locator('.timeline--dated tbody tr');

/** Whether an element can be seen: text for screen readers is clipped to one pixel. */
const isSeen = (element: Element) => element.getBoundingClientRect().width > 1;

test('the changelog shows each date once, above or beside the changes of its day', async ({
  page,
}) => {
  await open(page, '/changelog/');
  const dates = page.locator('.timeline--dated td:first-child');
  const texts = await dates.allTextContents();
  const seen = await dates.evaluateAll((cells) =>
    cells.filter((cell) => cell.getBoundingClientRect().width > 1).map((cell) => cell.textContent),
  );
  expect(seen).toEqual([...new Set(texts)]);
  expect(seen.length).toBeLessThan(texts.length);
  // A date is on one line, left of its change.
  const [date, title] = await Promise.all([
    dates.first().boundingBox(),
    changes(page).first().locator('td').nth(1).boundingBox(),
  ]);
  if (!date || !title) throw new Error('the changelog has no change');
  const excess = await dates.first().evaluate((cell) => cell.scrollWidth - cell.clientWidth);
  expect(excess).toBe(0);
  expect(date.y).toBe(title.y);
  expect(date.x + date.width).toBeLessThan(title.x);
});

test('the changelog says that releases have no dates', async ({ page }) => {
  await open(page, '/changelog/');
  const labels = page.locator('.timeline--undated th:first-child');
  await expect(labels).toHaveText(Array<string>(4).fill('Releases without dates, newest first'));
  expect(await labels.first().evaluate(isSeen)).toBe(true);
  await expect(page.getByRole('article').getByText('Undated')).toHaveCount(0);
});

test('the changelog marks the entry to which a feed links', async ({ page }) => {
  await open(page, '/changelog/#python-0.1.8');
  const entry = page.locator('[id="python-0.1.8"]');
  await expect(entry).toBeInViewport();
  const colors = await page
    .locator('.timeline--undated td:last-child')
    .evaluateAll(
      (cells) => new Set(cells.map((cell) => getComputedStyle(cell).backgroundColor)).size,
    );
  expect(colors).toBe(2);
});

test('the changelog fits a phone, and is accessible in both color modes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/changelog/');
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await axeViolationsInBothModes(page)).toEqual([]);
});
