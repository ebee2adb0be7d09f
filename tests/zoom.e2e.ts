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

/** Texts that another text overlaps, and texts that are cut, outside of areas that scroll. */
const damagedTexts = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowX + getComputedStyle(element).overflowY);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { text: string; parent: Element; box: DOMRect }[] = [];
    const cut: string[] = [];
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
      for (let area: Element | null = parent; area; area = area.parentElement) {
        const { clipPath, position } = getComputedStyle(area);
        // Texts for screen readers, and the header that stays in view.
        if (clipPath !== 'none' || position === 'sticky' || position === 'fixed') isHidden = true;
        if (scrolls(area) && area !== document.documentElement) areas.push(area);
      }
      if (isHidden || areas.length > 0) continue;
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2) continue;
        if (box.left < -1 || box.right > document.documentElement.clientWidth + 1) cut.push(text);
        texts.push({ text, parent, box });
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
    return { texts: texts.length, cut, overlapping, sideways: scrollWidth - clientWidth };
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
      expect(damage).toEqual({ cut: [], overlapping: [], sideways: 0 });
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
