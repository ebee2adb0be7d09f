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
