import { expect, open, test, visitOperations } from './support/fixtures.ts';
import { operationGroups } from './support/specification-routes.ts';

/** Pages of a PDF: its page objects, which Chromium writes uncompressed. */
const pageCount = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test.describe.configure({ timeout: 180_000 });

test('an operation page prints the programs of the chosen language, whole', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('docs-sample-mqtt', 'arduino'));
  await page.emulateMedia({ media: 'print' });
  await open(page, '/device/api/submitdata/?lang=go');
  const programs = page.locator('.samples__panel pre').filter({ visible: true });
  await expect(programs).toHaveText([/package main/, /#include/]);
  const cut = await programs.evaluateAll((found) =>
    found.map(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => ({
      height: scrollHeight - clientHeight,
      width: scrollWidth - clientWidth,
    })),
  );
  expect(cut).toEqual([
    { height: 0, width: 0 },
    { height: 0, width: 0 },
  ]);
  // The name of the language has no arrow, and a title is as small as the code.
  const language = page.locator('.samples__menu').first();
  expect(await language.evaluate((menu) => getComputedStyle(menu, '::after').content)).toBe('none');
  const title = page.locator('.samples__panel:visible > div > :first-child').first();
  expect((await title.boundingBox())?.height).toBeLessThan(20);
});

/** Aggregates explain their intervals and the ends of their range. */
const longest = '/platform-api/post-aggregates-variable-by-time/';

for (const group of operationGroups) {
  test(`operation pages print to at most three pages, aggregates to four: ${group[0]} to ${group.at(-1)}`, async ({
    page,
  }) => {
    await page.emulateMedia({ media: 'print' });
    await visitOperations(page, group, async (route) => {
      const pages = pageCount(await page.pdf({ format: 'A4' }));
      expect.soft(pages, route).toBeGreaterThan(0);
      expect.soft(pages, route).toBeLessThanOrEqual(route === longest ? 4 : 3);
    });
  });
}

/** Luminance of a CSS color, from 0 for black to 1 for white. */
const lightness = (color: string) => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
};

for (const path of [
  '/essentials/architecture/',
  '/features/heartbeat/',
  '/platform-api/node-create/',
]) {
  test(`${path} prints dark text on white from dark mode, without buttons`, async ({ page }) => {
    await open(page, path);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ media: 'print' });
    const parts = await page
      .locator('article :is(h1, h2, p, li, code, td, figcaption, svg text):visible')
      .evaluateAll((elements) =>
        elements.map((element) => {
          const { color, fill } = getComputedStyle(element);
          return {
            text: element.textContent.slice(0, 40),
            color: element.closest('svg') ? fill : color,
          };
        }),
      );
    expect(parts.length).toBeGreaterThan(20);
    // White text is only in the numbered badges of diagrams, on a dark circle.
    const light = parts.filter(({ text, color }) => lightness(color) > 0.45 && !/^\d$/.test(text));
    expect(light).toEqual([]);
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    expect(await page.locator('button:visible, .copy-page:visible').count()).toBe(0);
  });
}

test('code is printed in the size of print', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await open(page, '/platform-api/node-create/');
  await expect(page.locator('.samples__panel:visible pre code').first()).toHaveCSS(
    'font-size',
    `${((6.5 * 96) / 72).toFixed(5)}px`,
  );
});
