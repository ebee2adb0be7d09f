import type { Page, Route } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** Pages of every kind. */
const pages = [
  '/',
  '/essentials/concepts/',
  '/features/valuestore/valuestore-intro/',
  '/platform-api/',
  '/platform-api/node-create/',
  '/device/mqtt-endpoints/',
  '/search/',
];

/** Delays the complete stylesheet until it is released, and scripts forever. */
async function delayStylesheet(page: Page): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  await page.route(/\/assets\/(?:js\/|css\/site\.)/, (route) => {
    waiting.push(route);
  });
  return async () => {
    const stylesheets = () =>
      waiting.filter((route) => route.request().resourceType() === 'stylesheet');
    await expect.poll(() => stylesheets().length).toBeGreaterThan(0);
    await Promise.all(stylesheets().map((route) => route.continue()));
  };
}

/** Defines `changedStyles()` in the page: computed values that have changed since the last call. */
const defineChangedStyles = (page: Page) =>
  page.addInitScript(() => {
    let before = new Map<Element, string[]>();
    const changedStyles = (): string[] => {
      // Transitions and animations start with the complete stylesheet. They and unused custom properties do not change the
      // first paint.
      const late = /^(?:--|(?:-webkit-)?(?:transition|animation))/;
      const names = [...getComputedStyle(document.body)].filter((name) => !late.test(name));
      const after = new Map(
        [...document.querySelectorAll('body, body *')].map((element) => {
          const style = getComputedStyle(element);
          return [element, names.map((name) => `${name}: ${style.getPropertyValue(name)}`)];
        }),
      );
      const changed = [...after].flatMap(([element, values]) => {
        const old = before.get(element);
        return values
          .map((value, index) => [old?.[index], value])
          .filter(([was, is]) => was !== is)
          .map(
            ([was = 'nothing', is]) => `${element.tagName} ${element.className}: ${was} -> ${is}`,
          );
      });
      before = after;
      return changed.slice(0, 50);
    };
    Object.assign(window, { changedStyles });
  });

const changedStyles = (page: Page) =>
  page.evaluate(() => (window as unknown as { changedStyles: () => string[] }).changedStyles());

for (const width of [1440, 390]) {
  for (const urlPath of pages) {
    test(`the complete stylesheet does not change ${urlPath} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await defineChangedStyles(page);
      const release = await delayStylesheet(page);
      await page.goto(urlPath, { waitUntil: 'domcontentloaded' });
      const early = page.locator('style[data-docs-sheet]');
      const hasLoaded = () => early.evaluate((style: HTMLStyleElement) => style.disabled);
      expect(await hasLoaded()).toBe(false);
      // A web font that arrives later changes the widths of texts.
      await page.evaluate(() => document.fonts.ready);
      expect(await changedStyles(page)).not.toEqual([]);

      await release();
      await expect.poll(hasLoaded).toBe(true);
      expect(await changedStyles(page)).toEqual([]);
    });
  }
}
