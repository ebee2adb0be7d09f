import { axeViolations } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';

// docs/behavior.md, section 2: the mobile layout. Colors are the same at every width, so one color mode is enough.
for (const path of [
  '/essentials/concepts/',
  '/features/heartbeat/',
  '/getting-started/submitData/',
  '/platform-api/anedya-platform-apis/',
  '/platform-api/node-create/',
]) {
  test(`axe finds nothing at 390 px: ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, path);
    expect(await axeViolations(page)).toEqual([]);
  });
}

test('a table is focusable only while it scrolls horizontally', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/features/access-tokens/authentication/');
  const reachable = page.locator('.markdown .table[tabindex="0"]');
  await expect(reachable.first()).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(reachable).toHaveCount(0);
});
