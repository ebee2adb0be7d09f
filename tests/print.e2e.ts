import { expect, open, test } from './support/fixtures.ts';
import { operationRoutes } from './support/specification-routes.ts';

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

test('every operation page prints to at most three pages', async ({ page }) => {
  const long: string[] = [];
  await page.emulateMedia({ media: 'print' });
  for (const route of operationRoutes) {
    await open(page, route);
    const pages = pageCount(await page.pdf({ format: 'A4' }));
    expect(pages).toBeGreaterThan(0);
    if (pages > 3) long.push(`${route}: ${pages} pages`);
  }
  expect(long).toEqual([]);
});
