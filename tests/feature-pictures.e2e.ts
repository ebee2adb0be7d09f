import type { Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';

const guides = {
  '/features/heartbeat/': 'antenna',
  '/features/commands/commands-intro/': 'lamp',
  '/features/events/': 'door',
  '/features/ota/': 'pump',
  '/features/valuestore/valuestore-intro/': 'panel',
  '/features/logs/': 'logger',
} as const;

/** The walls and the roof in the drawing. */
const house = 'M48 176V92L140 38L232 92V176Z';

const guide = '/features/heartbeat/';

const picture = (page: Page) => page.locator('article svg.greenhouse');
const firstParagraph = (page: Page) => page.locator('article .greenhouse ~ p').first();

/** Value of a custom property that the drawing reads. */
const property = (page: Page, name: string) =>
  picture(page).evaluate((svg, own) => getComputedStyle(svg).getPropertyValue(own), name);

for (const [urlPath, part] of Object.entries(guides)) {
  test(`${urlPath} starts with the greenhouse, its ${part} lit, and its first paragraph on the first screen`, async ({
    page,
  }) => {
    await open(page, urlPath);
    await expect(picture(page)).toHaveAttribute('data-part', part);
    await expect(picture(page).locator(`path[d="${house}"]`)).toHaveCount(1);
    const [title, box, text] = await Promise.all([
      heading(page).boundingBox(),
      picture(page).boundingBox(),
      firstParagraph(page).boundingBox(),
    ]);
    if (!title || !box || !text) throw new Error('the guide has no title, picture or text');
    expect(box.height).toBe(160);
    expect(box.width).toBeGreaterThanOrEqual(700);
    expect(box.y).toBeGreaterThanOrEqual(title.y + title.height);
    expect(text.y).toBeGreaterThanOrEqual(box.y + box.height);
    expect(text.y + text.height).toBeLessThan(900);
  });
}

test('another guide shows another part of the greenhouse, without a request', async ({ page }) => {
  await open(page, guide);
  const images: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') images.push(request.url());
  });
  await page
    .getByRole('navigation', { name: 'Docs sidebar' })
    .getByRole('link', { name: 'Logs' })
    .click();
  await expect(picture(page)).toHaveAttribute('data-part', 'logger');
  await expect(picture(page).locator(`path[d="${house}"]`)).toHaveCount(1);
  expect(images).toEqual([]);
});

test('a guide with the greenhouse is accessible in both color modes, and the drawing is decorative', async ({
  page,
}) => {
  await open(page, guide);
  expect(await axeViolationsInBothModes(page)).toEqual([]);
  await expect(picture(page)).toHaveAttribute('aria-hidden', 'true');
});

test('the greenhouse follows the color mode', async ({ page }) => {
  await open(page, guide);
  const dark = await property(page, '--docs-live');
  await page.locator('html').evaluate((root) => (root.dataset.theme = 'light'));
  expect(await property(page, '--docs-live')).not.toBe(dark);
});

test('the greenhouse prints in dark lines, also from dark mode', async ({ page }) => {
  await open(page, guide);
  const dark = await property(page, '--docs-muted');
  await page.emulateMedia({ media: 'print' });
  await expect(picture(page)).toBeVisible();
  await expect.poll(() => property(page, '--docs-muted')).not.toBe(dark);
  expect(await property(page, '--ifm-background-color')).toBe('#fff');
});

test('the greenhouse has the colors of the system in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, guide);
  expect(await property(page, '--docs-muted')).toBe('CanvasText');
  expect(await property(page, '--docs-live')).toBe('Highlight');
});

test('the greenhouse is low on a phone, and as wide as the text', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, guide);
  const [box, text] = await Promise.all([
    picture(page).boundingBox(),
    firstParagraph(page).boundingBox(),
  ]);
  expect(box).toMatchObject({ width: 358, height: 104 });
  expect(text?.y).toBeLessThan(500);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the greenhouse is shown', async ({ page }) => {
    await page.goto(guide);
    await expect(picture(page).locator(`path[d="${house}"]`)).toBeVisible();
  });
});

test('the Markdown of a guide has no greenhouse', async ({ request }) => {
  const markdown = await (await request.get(`${guide}index.md`)).text();
  expect(markdown).toContain('A heartbeat is a small periodic message');
  expect(markdown).not.toMatch(/<svg|greenhouse: /);
});
