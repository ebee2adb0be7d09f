import type { Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { expect, hydrated, open, test } from './support/fixtures.ts';
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
const drawing = /\/assets\/greenhouse\/[^/]+\.svg$/;

const picture = (page: Page) => page.locator('article svg.greenhouse');
const firstParagraph = (page: Page) => page.locator('article .greenhouse ~ p').first();

/** Width of a part that the picture shows by reference, in the units of the scene: 0 until its file has loaded. */
const shownWidth = (page: Page, id: string) =>
  picture(page)
    .locator(`use[href$="#${id}"]`)
    .evaluate((use) => (use as SVGUseElement).getBBox().width);

/** Value of a custom property that the drawing reads. */
const property = (page: Page, name: string) =>
  picture(page).evaluate((svg, own) => getComputedStyle(svg).getPropertyValue(own), name);

for (const [urlPath, part] of Object.entries(guides)) {
  test(`${urlPath} starts with the greenhouse, its ${part} lit, and its first paragraph on the first screen`, async ({
    page,
  }) => {
    await open(page, urlPath);
    await expect.poll(() => shownWidth(page, 'scene')).toBeGreaterThan(500);
    await expect.poll(() => shownWidth(page, part)).toBeGreaterThan(10);
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

test('the greenhouse has no code in the browser, and other guides use the same file', async ({
  page,
}) => {
  const scripts: Promise<string>[] = [];
  const drawings: { readonly url: string; readonly text: Promise<string> }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
    if (drawing.test(response.url())) drawings.push({ url: response.url(), text: response.text() });
  });
  await open(page, guide);
  await expect.poll(() => shownWidth(page, 'antenna')).toBeGreaterThan(10);
  await page
    .getByRole('navigation', { name: 'Docs sidebar' })
    .getByRole('link', { name: 'Logs' })
    .click();
  await expect.poll(() => shownWidth(page, 'logger')).toBeGreaterThan(10);
  const sources = await Promise.all(scripts);
  expect(sources.length).toBeGreaterThan(2);
  expect(sources.filter((source) => source.includes(house))).toEqual([]);
  expect(new Set(drawings.map(({ url }) => url)).size).toBe(1);
  expect(await drawings[0]?.text).toContain(house);
});

test('the text does not move when the greenhouse has loaded', async ({ page }) => {
  let release: () => void = () => undefined;
  const measured = new Promise<void>((resolve) => (release = resolve));
  await page.route(drawing, async (route) => {
    await measured;
    await route.continue();
  });
  // The event `load` waits for the drawing.
  await page.goto(guide, { waitUntil: 'commit' });
  await hydrated(page);
  expect(await shownWidth(page, 'scene')).toBe(0);
  const before = await firstParagraph(page).boundingBox();
  release();
  await expect.poll(() => shownWidth(page, 'scene')).toBeGreaterThan(500);
  expect(await firstParagraph(page).boundingBox()).toEqual(before);
});

test('a guide with the greenhouse is accessible in both color modes, and the drawing is decorative', async ({
  page,
}) => {
  await open(page, guide);
  await expect.poll(() => shownWidth(page, 'scene')).toBeGreaterThan(500);
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
    const loaded = page.waitForResponse(drawing);
    await page.goto(guide);
    expect((await loaded).status()).toBe(200);
    await expect(picture(page)).toBeVisible();
  });
});

test('the Markdown of a guide has no greenhouse', async ({ request }) => {
  const markdown = await (await request.get(`${guide}index.md`)).text();
  expect(markdown).toContain('A heartbeat is a small periodic message');
  expect(markdown).not.toMatch(/<svg|greenhouse: /);
});
