import { sitemapGroups } from './support/build.ts';
import { expect, hydrated, test } from './support/fixtures.ts';

// Each test opens a dozen pages.
test.describe.configure({ timeout: 180_000 });

test.use({ viewport: { width: 390, height: 844 } });

for (const { name, paths } of sitemapGroups(15)) {
  // docs/behavior.md, section 2: the mobile layout; no page scrolls sideways on a phone.
  test(`no page scrolls sideways at 390 px: ${name}`, async ({ page }) => {
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'commit' });
      await hydrated(page);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect.soft(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}
