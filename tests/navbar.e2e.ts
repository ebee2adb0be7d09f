import { expect, open, test } from './support/fixtures.ts';
import { navbar } from './support/locators.ts';

const left = [
  ['Reference', '/'],
  ['Platform APIs', '/platform-api/'],
  ['Device Integration', '/device/'],
  ['Changelog', '/changelog/'],
  ['Blogs', 'https://anedya.io/blog'],
] as const;

const right = [
  ['Login', 'https://console.anedya.io/'],
  ['Source code', 'https://github.com/anedyaio'],
  ['Community chat', 'https://github.com/orgs/anedyaio/discussions'],
] as const;

// docs/behavior.md, section 2: labels, order and targets of the navbar.
test('the navbar has the specified items in order', async ({ page }) => {
  await open(page, '/');
  for (const [side, items] of [
    ['.navbar__items:not(.navbar__items--right)', left],
    ['.navbar__items--right', right],
  ] as const) {
    const links = navbar(page).locator(`${side} > a.navbar__item`);
    await expect(links).toHaveText(items.map(([label]) => label));
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(items.map(([, href]) => href));
  }
});

// docs/behavior.md, section 2: external links open in a new tab.
test('links to other sites open in a new tab', async ({ page, context }) => {
  await context.route(/^https:/, (route) => route.fulfill({ body: 'elsewhere' }));
  await open(page, '/');
  for (const [label, href] of [...left.slice(4), ...right]) {
    const link = navbar(page).getByRole('link', { name: label });
    await expect(link, label).toHaveAttribute('target', '_blank');
    await expect(link, label).toHaveAttribute('rel', /noopener/);
    const popup = page.waitForEvent('popup');
    await link.click();
    const tab = await popup;
    await expect(tab).toHaveURL(href);
    await tab.close();
    await expect(page).toHaveURL('/');
  }
});

// docs/behavior.md, section 2: only the item of the current section is highlighted.
test('one navbar item is the current one', async ({ page }) => {
  for (const [label, path] of left.slice(0, 4)) {
    await open(page, path);
    const current = navbar(page).locator('a.navbar__item[aria-current="page"]');
    await expect(current).toHaveText([label]);
  }
});

test('no navbar item lies on another or breaks its line', async ({ page }) => {
  await open(page, '/');
  for (const width of [997, 1024, 1160, 1161, 1360, 1361]) {
    await page.setViewportSize({ width, height: 700 });
    const boxes = await page.locator('.navbar__inner > * > *').evaluateAll((items) =>
      items
        .map((item) => ({ text: item.textContent, box: item.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0)
        .map(({ text, box }) => ({ text, left: box.left, right: box.right, height: box.height })),
    );
    expect(boxes.length).toBeGreaterThan(9);
    for (const [index, { left, height, text }] of boxes.entries()) {
      expect(height, `${text} at ${width} px`).toBeLessThan(48);
      expect(left, `${text} at ${width} px`).toBeGreaterThanOrEqual(
        (boxes[index - 1]?.right ?? 0) - 1,
      );
    }
    expect(boxes.at(-1)?.right).toBeLessThanOrEqual(width);
    await expect(page.locator('.navbar__inner').getByText('Anedya Docs')).toBeInViewport({
      ratio: 1,
    });
  }
});
