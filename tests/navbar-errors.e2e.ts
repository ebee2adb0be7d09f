import { replaceNavbarItem } from './support/script-routes.ts';
import { expect, test } from './support/fixtures.ts';

const failed = /A theme navbar item failed to render/;

// docs/behavior.md, section 8: a navbar item that fails to render shows an error that names the item.
test('a navbar item that fails to render is reported by name', async ({ page }) => {
  const item = { type: 'doc', docId: 'no-such-doc', label: 'Lost', position: 'left' };
  await replaceNavbarItem(page, item);
  await page.goto('/');
  const message = page.getByText(failed);
  await expect(message).toContainText(JSON.stringify(item, null, 2));
  await expect(message).toContainText(/Cause:\s+.*no-such-doc/);
});

// docs/behavior.md, section 8: a docSidebar item whose sidebar has no link throws an error.
test('a docSidebar item whose sidebar has no link fails', async ({ page }) => {
  const item = { type: 'docSidebar', sidebarId: 'deviceSidebar', label: 'Devices' };
  await replaceNavbarItem(page, item, (source) =>
    source.replace(/("deviceSidebar":\{)"link":\{[^}]*\}/, '$1'),
  );
  await page.goto('/');
  await expect(page.getByText(failed)).toContainText(
    `DocSidebarNavbarItem: Sidebar with ID "deviceSidebar" doesn't have anything to be linked to.`,
  );
});

// docs/behavior.md, section 8: an unknown navbar item type throws an error.
test('a navbar item of an unknown type fails', async ({ page }) => {
  await replaceNavbarItem(page, { type: 'carousel', label: 'Round', position: 'left' });
  await page.goto('/');
  await expect(page.getByText(failed)).toContainText(
    'No NavbarItem component found for type "carousel".',
  );
});
