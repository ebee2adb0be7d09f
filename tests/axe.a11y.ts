import { axeViolationsInBothModes } from './support/axe.ts';
import { sitemapGroups } from './support/build.ts';
import { expect, open, test } from './support/fixtures.ts';
import { overflowOf } from './support/overflow.ts';
import { PageErrors } from './support/page-errors.ts';
import { failSearch } from './support/search-responses.ts';

// Each test opens several pages.
test.describe.configure({ timeout: 180_000 });

for (const { name, paths } of sitemapGroups(8)) {
  // docs/behavior.md, section 2: every route loads without errors and third parties. WCAG 2 A and AA and axe's best practices,
  // without exceptions. No page scrolls sideways on a phone.
  test(`pages load without an error, axe finds nothing, and they fit a phone: ${name}`, async ({
    page,
    origin,
  }) => {
    const pageErrors = new PageErrors(page, origin);
    for (const path of paths) {
      await open(page, path);
      await pageErrors.settled();
      expect.soft(await axeViolationsInBothModes(page), path).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect.soft(await overflowOf(page), `${path} at 390 px`).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1440, height: 900 });
      // The next page would cancel requests.
      await pageErrors.settled();
      expect.soft(pageErrors.list.splice(0), path).toEqual([]);
    }
  });
}

test('axe finds nothing on the not-found page', async ({ page }) => {
  await open(page, '/no-such-page/');
  expect(await axeViolationsInBothModes(page)).toEqual([]);
});

// docs/behavior.md, section 8: the search page when results cannot be fetched.
test('axe finds nothing on the page of a failed search', async ({ page }) => {
  await failSearch(page);
  await open(page, '/search/?q=test');
  await expect(page.getByText('Unable to fetch results')).toBeVisible();
  expect(await axeViolationsInBothModes(page)).toEqual([]);
});
