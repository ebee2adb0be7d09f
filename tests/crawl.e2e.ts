import { sitemapGroups } from './support/build.ts';
import { expect, open, test } from './support/fixtures.ts';
import { PageErrors } from './support/page-errors.ts';

// Each test opens a dozen pages.
test.describe.configure({ timeout: 180_000 });

for (const { name, paths } of sitemapGroups(11)) {
  // Specification, section 2: every route loads by itself, without an error and without a third party.
  test(`pages load without an error: ${name}`, async ({ context, origin }) => {
    for (const path of paths) {
      const page = await context.newPage();
      const pageErrors = new PageErrors(page, origin);
      await open(page, path);
      await pageErrors.settled();
      expect.soft(pageErrors.list, path).toEqual([]);
      await page.close();
    }
  });
}
