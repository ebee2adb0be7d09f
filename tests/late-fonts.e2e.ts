import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './support/fixtures.ts';
import { collectShifts } from './support/layout-shifts.ts';
import { heading } from './support/locators.ts';

test.describe.configure({ timeout: 90_000 });

/** Whether the title of a page is in the font of the site. */
async function hasSiteFont(page: Page): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'h1',
  });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.every(({ isCustomFont }) => isCustomFont);
}

for (const width of [1440, 390]) {
  test(`fonts that arrive late move nothing at ${width} px, and the next page shows them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
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
    expect(await hasSiteFont(page)).toBe(false);
    expect(await shifts()).toBe(0);

    await page.locator('.pagination-nav a').last().click();
    await expect(heading(page)).not.toHaveText('Heartbeat');
    await expect.poll(() => hasSiteFont(page)).toBe(true);
  });
}
