import type { Page } from '@playwright/test';
import { replaceNavbarItem } from './support/script-routes.ts';
import { expect, open, test } from './support/fixtures.ts';
import { hamburger, heading, mobileSidebar, navbar } from './support/locators.ts';

/*
 * The specified navbar has no dropdown, but the specification defines how one behaves. These tests serve the bundle with a
 * navbar item changed into a dropdown.
 */

async function openWithDropdown(page: Page): Promise<void> {
  await replaceNavbarItem(page, {
    label: 'References',
    position: 'left',
    items: [
      { label: 'Platform', to: '/platform-api' },
      { label: 'Device', to: '/device' },
    ],
  });
  await open(page, '/');
}

const toggle = (page: Page) => navbar(page).getByRole('button', { name: 'References' });
const entry = (page: Page) => navbar(page).getByRole('link', { name: 'Device', exact: true });

// docs/behavior.md, section 4: dropdowns open on hover.
test('a dropdown opens on hover', async ({ page }) => {
  await openWithDropdown(page);
  await expect(entry(page)).toBeHidden();
  await toggle(page).hover();
  await expect(entry(page)).toBeVisible();
  await heading(page).hover();
  await expect(entry(page)).toBeHidden();
});

// docs/behavior.md, section 4: dropdowns open on the Enter key and close on an outside click.
test('a dropdown opens on Enter and closes on an outside click', async ({ page }) => {
  await openWithDropdown(page);
  await toggle(page).focus();
  await expect(entry(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(entry(page)).toBeVisible();
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
  await heading(page).click();
  await expect(entry(page)).toBeHidden();
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
});

test.describe('with touch', () => {
  test.use({ hasTouch: true });

  // docs/behavior.md, section 4: dropdowns open on tap and close on an outside tap.
  test('a dropdown opens on tap', async ({ page }) => {
    await openWithDropdown(page);
    await toggle(page).tap();
    // A laptop with a touch screen also reports the position of its mouse.
    await page.mouse.move(700, 700);
    // A menu that closes is visible until its transition has ended.
    await page
      .locator('.dropdown__menu')
      .evaluate((menu) => Promise.allSettled(menu.getAnimations().map(({ finished }) => finished)));
    await expect(entry(page)).toBeVisible();
    await heading(page).tap();
    await expect(entry(page)).toBeHidden();
  });

  // docs/behavior.md, sections 2 and 4: in the mobile menu a tap opens the dropdown and a second one closes it.
  test('a dropdown of the mobile menu opens on tap', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openWithDropdown(page);
    await hamburger(page).tap();
    const sidebar = mobileSidebar(page);
    await sidebar.getByRole('button', { name: '← Back to main menu' }).tap();
    const mobileEntry = sidebar.getByRole('link', { name: 'Device', exact: true });
    await expect(mobileEntry).toBeHidden();
    await sidebar.getByRole('button', { name: 'References' }).tap();
    await expect(mobileEntry).toBeVisible();
    await sidebar.getByRole('button', { name: 'References' }).tap();
    await expect(mobileEntry).toBeHidden();
  });
});
