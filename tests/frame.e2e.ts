import { expect, open, test } from './support/fixtures.ts';

// docs/behavior.md, section 2: the footer is dark, has no links and shows the copyright line for 2025. The button needs a script.
test('the footer shows the copyright line and no links', async ({ page }) => {
  await open(page, '/changelog/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toHaveClass(/footer--dark/);
  await expect(footer.locator('.footer__copyright')).toHaveText(
    'Copyright © 2025 Anedya Systems Private Limited',
  );
  await expect(footer.getByRole('button')).toHaveText(['Use offline']);
  await expect(footer.getByRole('link')).toHaveCount(0);
});

// docs/behavior.md, section 2: pages have breadcrumbs.
test('a nested page has breadcrumbs', async ({ page }) => {
  await open(page, '/features/ota/ota-anedya/');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(crumbs.getByRole('listitem')).toHaveText(['', 'Features', 'OTA updates', /Deploy/]);
  await crumbs.getByRole('link', { name: 'OTA updates' }).click();
  await expect(page).toHaveURL('/features/ota/');
  await crumbs.getByRole('link', { name: 'Home page' }).click();
  await expect(page).toHaveURL('/');
});

// docs/behavior.md, sections 3 and 9: the table of contents shows headings of levels 2 and 3.
for (const width of [390, 1440]) {
  test(`the home page has a table of contents at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/');
    await page.getByRole('button', { name: 'On this page' }).click();
    const links = page.locator('.theme-doc-toc-mobile a');
    await expect(links).toHaveText(await page.locator('article h2[id]').allInnerTexts());
    await links.last().click();
    await expect(page.locator('article h2[id]').last()).toBeInViewport();
  });
}

test('the table of contents lists h2 and h3', async ({ page }) => {
  await open(page, '/features/ota/ota-anedya/');
  const targets = await page
    .locator('.theme-doc-markdown :is(h2, h3)[id]')
    .evaluateAll((all) => all.map(({ id }) => `#${id}`));
  const links = page.locator('.theme-doc-toc-desktop a');
  expect(targets.length).toBeGreaterThan(5);
  await expect(links).toHaveCount(targets.length);
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    targets,
  );
});

// docs/behavior.md, sections 1 and 9: framework version 3.7.0, English only, one documentation version.
test('pages name the framework, the language and the documentation version', async ({ page }) => {
  await open(page, '/');
  const meta = (name: string) => page.locator(`meta[name="${name}"]`);
  await expect(meta('generator')).toHaveAttribute('content', 'Docusaurus v3.7.0');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(meta('docusaurus_version')).toHaveAttribute('content', 'current');
});
