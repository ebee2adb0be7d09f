import { expect, hydrated, open, test } from './support/fixtures.ts';
import {
  hamburger,
  heading,
  mobileSidebar,
  navbar,
  searchDialog,
  searchInput,
} from './support/locators.ts';

const mobile = { width: 996, height: 800 };
const desktop = { width: 997, height: 800 };

// docs/behavior.md, sections 2 and 9: the mobile layout applies at a window width of 996 px or less.
test('996 px is mobile and 997 px is desktop', async ({ page }) => {
  const firstLink = navbar(page).getByRole('link', { name: 'Platform APIs' });
  const docsSidebar = page.getByRole('navigation', { name: 'Docs sidebar' });
  await page.setViewportSize(mobile);
  await open(page, '/');
  await expect(hamburger(page)).toBeVisible();
  await expect(firstLink).toBeHidden();
  await expect(docsSidebar).toBeHidden();

  await page.setViewportSize(desktop);
  await expect(hamburger(page)).toBeHidden();
  await expect(firstLink).toBeVisible();
  await expect(docsSidebar).toBeVisible();
});

// docs/behavior.md, section 2: hamburger menu, and a secondary menu with a back-to-main-menu button.
test('the hamburger button opens the docs menu, with a button back to the main menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  await hamburger(page).click();
  const sidebar = mobileSidebar(page);
  const docsLink = sidebar.getByRole('link', { name: 'Platform overview' });
  const mainLink = sidebar.getByRole('link', { name: 'Platform APIs' });
  await expect(docsLink).toBeInViewport();
  await expect(mainLink).not.toBeInViewport();

  await sidebar.getByRole('button', { name: '← Back to main menu' }).click();
  await expect(mainLink).toBeInViewport();
  await expect(sidebar.getByRole('link', { name: 'Reference' })).toBeFocused();
  await expect(docsLink).not.toBeInViewport();
  await mainLink.click();
  await expect(heading(page)).toHaveText(/Platform API/);
  await expect(sidebar).not.toBeInViewport();
});

// docs/behavior.md, section 4: the mobile sidebar opens and closes.
test('the close button and the backdrop close the sidebar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  for (const close of [
    () => page.getByRole('button', { name: 'Close navigation bar' }).click(),
    () => page.locator('.navbar-sidebar__backdrop').click({ position: { x: 380, y: 400 } }),
  ]) {
    await hamburger(page).click();
    await expect(mobileSidebar(page)).toBeInViewport();
    await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'true');
    await close();
    await expect(mobileSidebar(page)).not.toBeInViewport();
    await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'false');
  }
});

// docs/behavior.md, section 4: the mobile sidebar closes on back navigation.
test('going back closes the sidebar instead of leaving the page', async ({ page }) => {
  await page.setViewportSize(mobile);
  await open(page, '/');
  await page.getByRole('link', { name: 'Next Platform overview' }).click();
  await expect(page).toHaveURL('/anedya-overview/');
  // The browser itself follows this link.
  await page.getByRole('link', { name: 'Direct link to Features' }).click();
  await expect(page).toHaveURL('/anedya-overview/#features');
  const goBack = () => page.evaluate(() => history.back());
  const openAndGoBack = async () => {
    await hamburger(page).click();
    await expect(mobileSidebar(page)).toBeInViewport();
    await goBack();
    await expect(mobileSidebar(page)).not.toBeInViewport();
    await expect(page).toHaveURL('/anedya-overview/#features');
  };
  await openAndGoBack();
  await page.reload();
  await hydrated(page);
  await openAndGoBack();

  await goBack();
  await expect(page).toHaveURL('/anedya-overview/');
  await goBack();
  await expect(page).toHaveURL('/');
  await expect(heading(page)).toHaveText('What is Anedya');
});

// docs/behavior.md, section 4: the mobile sidebar resets when the window becomes desktop width.
test('desktop width resets the sidebar', async ({ page }) => {
  await page.setViewportSize(mobile);
  await open(page, '/');
  await hamburger(page).click();
  await expect(mobileSidebar(page)).toBeInViewport();
  await page.setViewportSize(desktop);
  await expect(mobileSidebar(page)).toHaveCount(0);
  await page.setViewportSize(mobile);
  await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(mobileSidebar(page)).not.toBeInViewport();
});

test('the open sidebar traps the focus, and Escape closes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  await hamburger(page).click();
  await expect(page.getByRole('button', { name: 'Close navigation bar' })).toBeFocused();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press(key);
      // After the last element and before the first one, the focus moves to the browser, and no element of the page has it.
      const outside = await mobileSidebar(page).evaluate(
        (sidebar) =>
          document.activeElement !== document.body && !sidebar.contains(document.activeElement),
      );
      expect(outside).toBe(false);
    }
  }
  await page.keyboard.press('Escape');
  await expect(mobileSidebar(page)).not.toBeInViewport();
  await expect(hamburger(page)).toBeFocused();
  await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'false');
});

test('Escape closes the search dialog before the sidebar under it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  await hamburger(page).click();
  await page.keyboard.press('Control+k');
  await expect(searchInput(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(searchDialog(page)).toHaveCount(0);
  await expect(mobileSidebar(page)).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(mobileSidebar(page)).not.toBeInViewport();
});
