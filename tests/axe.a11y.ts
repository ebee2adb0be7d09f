import { axeViolations } from './support/axe.ts';
import { sitemapGroups } from './support/build.ts';
import { expect, open, test } from './support/fixtures.ts';
import { failSearch } from './support/search-responses.ts';

// Each test opens a dozen pages.
test.describe.configure({ timeout: 180_000 });

const groups = [...sitemapGroups(11), { name: 'the not-found page', paths: ['/no-such-page/'] }];

for (const mode of ['dark', 'light']) {
  for (const { name, paths } of groups) {
    // Specification, section 2: every route; WCAG 2 A and AA and the best practices axe knows, no rule left out.
    test(`axe finds nothing in ${mode} mode: ${name}`, async ({ page }) => {
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
      for (const path of paths) {
        await open(page, path);
        expect.soft(await axeViolations(page), path).toEqual([]);
      }
    });
  }

  // Specification, section 8: the search page, once it has said that nothing can be fetched.
  test(`axe finds nothing in ${mode} mode: a failed search`, async ({ page }) => {
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await failSearch(page);
    await open(page, '/search/?q=test');
    await expect(page.getByText('Unable to fetch results')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });
}
