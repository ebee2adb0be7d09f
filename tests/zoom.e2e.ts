import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';

test.describe.configure({ timeout: 90_000 });

/** What a window of 1440 by 900 px has at these zooms, in CSS px (WCAG 2.2, 1.4.4 and 1.4.10). */
const windows = [
  { zoom: 200, width: 720, height: 450 },
  { zoom: 400, width: 360, height: 225 },
];

const pages = [
  '/',
  '/features/heartbeat/',
  '/platform-api/node-create/',
  '/search/',
  '/search/?q=node',
];

const undamaged = { cut: [], broken: [], overlapping: [] };

/**
 * Texts that another text overlaps, texts that are cut, and titles with a word on two lines, outside of areas that scroll.
 * @param selector the part of the page to look at
 */
const damagedTexts = (page: Page, selector = 'body') =>
  page.locator(selector).evaluate((root) => {
    const scrolls = (element: Element) =>
      /auto|scroll|clip/.test(
        getComputedStyle(element).overflowX + getComputedStyle(element).overflowY,
      );
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: { text: string; parent: Element; box: DOMRect }[] = [];
    const { left, right } = root.getBoundingClientRect();
    const cut: string[] = [];
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!parent || text === '' || parent.closest('svg, noscript, script, style, select'))
        continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const areas: Element[] = [];
      let isHidden = false;
      for (let area: Element | null = parent; area && area !== root; area = area.parentElement) {
        const { clipPath, position } = getComputedStyle(area);
        // Texts for screen readers, and the header that stays in view.
        if (clipPath !== 'none' || position === 'sticky' || position === 'fixed') isHidden = true;
        if (scrolls(area) && area !== document.documentElement) areas.push(area);
      }
      if (isHidden || areas.length > 0) continue;
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2) continue;
        if (box.left < left - 1 || box.right > right + 1) cut.push(text);
        texts.push({ text, parent, box });
      }
      if (!parent.closest('h1, .headline')) continue;
      for (const word of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (range.getClientRects().length > 1) broken.push(word[0]);
      }
    }
    const overlapping = texts.flatMap(({ text, box, parent }, index) =>
      texts.slice(index + 1).flatMap((other) => {
        if (other.parent === parent) return [];
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Boxes of lines with small line heights share a few pixels without ink.
        const isOver = width > 2 && height > Math.min(box.height, other.box.height) / 2;
        return isOver ? [`${text.slice(0, 40)} / ${other.text.slice(0, 40)}`] : [];
      }),
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    return { texts: texts.length, cut, broken, overlapping, sideways: scrollWidth - clientWidth };
  });

for (const { zoom, width, height } of windows) {
  for (const path of pages) {
    test(`${path} at a zoom of ${zoom}% cuts nothing and has no text on another`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await open(page, path);
      if (path.includes('?q=')) await expect(page.locator('[data-hit]').first()).toBeVisible();
      const { texts, ...damage } = await damagedTexts(page);
      expect(texts).toBeGreaterThan(5);
      expect(damage).toEqual({ ...undamaged, sideways: 0 });
    });
  }

  test(`the search dialog at a zoom of ${zoom}% shows its field and scrolls its suggestions`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, '/');
    await page.getByRole('button', { name: 'Search' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search docs' });
    await expect(dialog.getByRole('combobox')).toBeInViewport({ ratio: 1 });
    const last = dialog.getByRole('row').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  });
}

/** Items of the navbar that lie on another; some are icons. */
const overlappingItems = (page: Page) =>
  page
    .locator('.navbar__title, .navbar__inner .navbar__item, .navbar__inner button')
    .filter({ visible: true })
    .evaluateAll((items) =>
      items.flatMap((item, index) => {
        const box = item.getBoundingClientRect();
        const other = items.slice(index + 1).find((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const isBeside = left >= box.right - 1 || right <= box.left + 1;
          return !isBeside && top < box.bottom - 1 && bottom > box.top + 1;
        });
        return other ? [`${item.textContent} / ${other.textContent}`] : [];
      }),
    );

/** Window widths and the text sizes that a reader sets in the browser, in px; 16 is the default (WCAG 2.2, 1.4.4). */
const textSizes = [
  [1440, 20],
  [1440, 24],
  [1280, 24],
  [1440, 32],
  [997, 32],
  [390, 24],
  [390, 32],
] as const;

for (const path of ['/', '/platform-api/commands-send/']) {
  test(`${path} with larger text cuts nothing and has no text on another`, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await open(page, path);
    for (const [width, standard] of textSizes) {
      await page.setViewportSize({ width, height: 900 });
      await session.send('Page.setFontSizes', { fontSizes: { standard } });
      await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`);
      for (const part of ['body', '.navbar__inner', '.theme-doc-sidebar-menu']) {
        if ((await page.locator(part).count()) === 0) continue;
        const { texts, sideways, ...damage } = await damagedTexts(page, part);
        expect(texts).toBeGreaterThan(0);
        // Sizes in rem are parts of pixels.
        expect.soft(sideways, `${standard} px at ${width} px`).toBeLessThanOrEqual(1);
        expect.soft(damage, `${part}, ${standard} px at ${width} px`).toEqual(undamaged);
      }
      expect.soft(await overlappingItems(page), `${standard} px at ${width} px`).toEqual([]);
    }
  });
}
