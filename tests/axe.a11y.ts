import { axeViolationsInBothModes } from './support/axe.ts';
import { sitemapGroups } from './support/build.ts';
import { expect, open, test } from './support/fixtures.ts';
import { PageErrors } from './support/page-errors.ts';
import { failSearch } from './support/search-responses.ts';

// Each test opens several pages.
test.describe.configure({ timeout: 180_000 });

for (const { name, paths } of sitemapGroups(8)) {
  // docs/behavior.md, section 2: every route loads without errors and third parties. WCAG 2 A and AA and axe's best practices,
  // without exceptions.
  test(`pages load without an error and axe finds nothing: ${name}`, async ({ page, origin }) => {
    const pageErrors = new PageErrors(page, origin);
    for (const path of paths) {
      await open(page, path);
      await pageErrors.settled();
      expect.soft(await axeViolationsInBothModes(page), path).toEqual([]);
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
