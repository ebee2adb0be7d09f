import { expect, hydrated, test } from './support/fixtures.ts';
import { collectShifts } from './support/layout-shifts.ts';
import { heading } from './support/locators.ts';

test.describe.configure({ timeout: 90_000 });

for (const width of [1440, 390]) {
  test(`fonts that arrive late move nothing at ${width} px, also not after a route change`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 400 });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.woff2', async (route) => {
      await released;
      await route.continue();
    });
    const shifts = await collectShifts(page);
    await page.goto('/features/heartbeat/', { waitUntil: 'commit' });
    await hydrated(page);
    // The browser gives up on a font that is optional 100 ms after it has laid out the text.
    await page.waitForFunction(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return paint !== undefined && performance.now() > paint.startTime + 500;
    });
    release();
    await page.waitForFunction(() =>
      [...document.fonts].some(
        ({ family, status }) => family.includes('Docs text') && status === 'loaded',
      ),
    );
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await shifts()).toBe(0);

    // After a route change, text that moves would leave the heading that the page has scrolled to.
    await page.evaluate((url) => {
      history.pushState(null, '', url);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, '/#where-it-runs');
    await expect(heading(page)).toHaveText('What is Anedya');
    const target = page.locator('#where-it-runs');
    const offset = () =>
      target.evaluate((element) => {
        const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop);
        return Math.abs(element.getBoundingClientRect().top - margin);
      });
    await expect.poll(offset).toBeLessThan(1);
    await page.evaluate(() => document.fonts.ready);
    expect(await offset()).toBeLessThan(1);
  });
}
