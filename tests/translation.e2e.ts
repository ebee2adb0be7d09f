import { expect, open, test } from './support/fixtures.ts';

// A browser that translates a page must not translate what readers copy: `"limit": 100` became `"limite": 100`.
for (const path of [
  '/getting-started/submitData/',
  '/platform-api/data-get-data/',
  '/device/mqtt-endpoints/',
  '/platform-api/anedya-platform-apis/',
]) {
  test(`code on ${path} is not translated`, async ({ page }) => {
    await open(page, path);
    const code = page.locator('article code');
    const translated = await code.evaluateAll((all) =>
      all
        .filter((one) => !(one as HTMLElement).closest('[translate=no]'))
        .map((one) => one.outerHTML),
    );
    expect(await code.count()).toBeGreaterThan(10);
    expect(translated).toEqual([]);
  });
}
