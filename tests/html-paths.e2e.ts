import { expect, hydrated, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';
import { servePageAt } from './support/static-host.ts';

for (const [from, to] of [
  ['/index.html', '/'],
  ['/changelog', '/changelog/'],
  ['/changelog/index.html', '/changelog/'],
  ['/changelog.html', '/changelog/'],
  ['/features/ota/ota-anedya.html', '/features/ota/ota-anedya/'],
] as const) {
  // docs/behavior.md, section 2: paths that end in index.html or .html are normalized, and the query is kept.
  test(`the server redirects ${from} to ${to}`, async ({ page, request }) => {
    const response = await request.get(`${from}?a=1&b=2`, { maxRedirects: 0 });
    expect([301, 308]).toContain(response.status());
    expect(response.headers()).toHaveProperty('location', `${to}?a=1&b=2`);

    await page.goto(`${from}?a=1&b=2#top`);
    await expect(page).toHaveURL(`${to}?a=1&b=2#top`);
    await hydrated(page);
    await expect(heading(page)).not.toHaveText('Page Not Found');
  });
}

for (const path of ['/changelog/index.html', '/changelog.html']) {
  // docs/behavior.md, section 2: on a host that does not redirect, the site itself maps the path to the page.
  test(`the site shows the page at ${path} on a static host`, async ({ page }) => {
    await servePageAt(page, path, '/changelog/');
    await page.goto(path);
    await hydrated(page);
    await expect(page.locator('html')).toHaveClass(/docs-doc-id-changelog/);
    await expect(heading(page)).toHaveText('Changelog');
  });
}

for (const [path, page, title] of [
  ['/search/index.html?q=mqtt', '/search/', 'Search results for "mqtt"'],
  ['/device/index.html', '/device/', 'Device API introduction'],
] as const) {
  test(`React hydrates the page at ${path} on a static host`, async ({ page: tab }) => {
    const errors: string[] = [];
    tab.on('pageerror', (error) => errors.push(error.message));
    tab.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await servePageAt(tab, path.replace(/\?.*/, ''), page);
    await tab.goto(path);
    await hydrated(tab);
    await expect(heading(tab)).toHaveText(title);
    await expect(tab.getByRole('main')).toHaveCount(1);
    expect(errors).toEqual([]);
  });
}
