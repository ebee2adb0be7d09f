import type { Locator } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';

const guide = '/features/logs/';
const isClosed = 'Show all';

const heightOf = (block: Locator) => block.evaluate(({ clientHeight }) => clientHeight);

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a long program, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('shows its first lines, and all of them when the reader asks', async ({ page }) => {
      await page.goto(guide);
      const program = page.getByRole('group', { name: 'send_logs.py' });
      await expect(program).toContainText('import json');
      const lines = (await program.innerText()).trimEnd().split('\n').length;
      const more = page.locator('summary').filter({ hasText: `${isClosed} ${lines} lines` });
      await expect(more).toHaveCount(1);
      expect(await heightOf(program)).toBeLessThan(200);

      await more.click();
      const { scrollHeight, clientHeight } = await program.evaluate((element) => ({
        scrollHeight: element.scrollHeight,
        clientHeight: element.clientHeight,
      }));
      expect(clientHeight).toBeGreaterThan(lines * 16);
      expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
      await page.locator('summary').filter({ hasText: 'Show fewer lines' }).click();
      expect(await heightOf(program)).toBeLessThan(200);
    });
  });
}

// The headless browsers of the tests have no search. It scrolls the block to the match: a block that is clipped cannot scroll.
test('the search of the browser can scroll to a closed line', async ({ page }) => {
  await open(page, guide);
  const program = page.getByRole('group', { name: 'send_logs.py' });
  const scrolled = await program.evaluate((element) => {
    [...element.querySelectorAll('.hljs span')].at(-1)?.scrollIntoView({ block: 'nearest' });
    return element.scrollTop + element.clientHeight;
  });
  const height = await program.evaluate(({ scrollHeight }) => scrollHeight);
  expect(scrolled).toBeGreaterThan(height - 60);
});

test('short commands and responses are shown in full', async ({ page }) => {
  await open(page, guide);
  const blocks = page.locator('article pre:not(details + pre)');
  expect(await blocks.count()).toBeGreaterThan(4);
  for (const block of await blocks.all()) {
    const isCut = await block.evaluate(
      ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight,
    );
    expect(isCut).toBe(false);
  }
});

test('a printed page has all lines', async ({ page }) => {
  await open(page, guide);
  await page.emulateMedia({ media: 'print' });
  const program = page.getByRole('group', { name: 'send_logs.py' });
  expect(await heightOf(program)).toBeGreaterThan(600);
  await expect(page.locator('summary').filter({ hasText: isClosed })).toBeHidden();
});

test('lines that go on to the right fade at the edge, and their end can be read', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, guide);
  const block = page.locator('article pre:not(details + pre)').first();
  await block.evaluate((element) => {
    element.querySelector('code')?.replaceChildren('x'.repeat(200));
  });
  await expect(block).toHaveCSS('mask-image', /linear-gradient\(to left, rgba\(0, 0, 0, 0\)/);
  const fade = 24;
  const space = await block.evaluate((element) => {
    element.scrollLeft = element.scrollWidth;
    const range = document.createRange();
    range.selectNodeContents(element.querySelector('code') ?? element);
    return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
  });
  expect(space).toBeGreaterThanOrEqual(fade - 1);
  await block.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(block).toHaveCSS('mask-image', 'none');
});
