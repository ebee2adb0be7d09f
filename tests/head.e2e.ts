import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import { navbar } from './support/locators.ts';

/** What the head manager controls: title, elements of the head, attributes of `html`. */
const headOf = (page: Page) =>
  page.evaluate(() => {
    // The head manager lists in `data-rh` of `html` what it has set.
    const attributesOf = (element: Element) =>
      [...element.attributes]
        .filter(({ name }) => element !== document.documentElement || name !== 'data-rh')
        .map(({ name, value }) => `${name}=${value}`)
        .sort();
    const elements = document.head.querySelectorAll('meta[data-rh], link[data-rh]');
    return {
      title: document.title,
      html: attributesOf(document.documentElement),
      elements: [...elements]
        .map((element) => [element.tagName, ...attributesOf(element)].join(' '))
        .sort(),
    };
  });

for (const { from, link, to } of [
  { from: '/', link: 'Changelog', to: '/changelog/' },
  { from: '/changelog/', link: 'Platform APIs', to: '/platform-api/' },
  { from: '/search/', link: 'Device Integration', to: '/device/' },
  { from: '/no-such-page/', link: 'Reference', to: '/' },
]) {
  test(`a route change from ${from} to ${to} results in the built head`, async ({ page }) => {
    await open(page, to);
    const built = await headOf(page);
    await open(page, from);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await navbar(page).getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(to);
    // The canonical link follows the URL, the other elements the page, which may still be loading.
    await expect.poll(() => headOf(page)).toEqual(built);
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });
}

test('hydration does not change the head', async ({ page }) => {
  await page.route('**/assets/js/**', (route) => route.abort());
  await page.goto('/platform-api/node-create/');
  const built = await headOf(page);
  await page.unroute('**/assets/js/**');
  await open(page, '/platform-api/node-create/');
  const { title, elements, html } = await headOf(page);
  expect(title).toBe(built.title);
  expect(elements).toEqual(built.elements);
  expect(html).toEqual(
    built.html.map((text) => text.replace('data-has-hydrated=false', 'data-has-hydrated=true')),
  );
});
