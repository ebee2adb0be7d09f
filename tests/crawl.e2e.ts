import { sitemapGroups } from './support/build.ts';
import { expect, open, test } from './support/fixtures.ts';
import { Faults } from './support/faults.ts';

for (const { name, paths } of sitemapGroups(11)) {
  // Specification, section 2: every route stands by itself, without an error and without a third party.
  test(`pages load without a fault: ${name}`, async ({ context, origin }) => {
    for (const path of paths) {
      const page = await context.newPage();
      const faults = new Faults(page, origin);
      await open(page, path);
      await faults.settled();
      expect.soft(faults.list, path).toEqual([]);
      await page.close();
    }
  });
}
