import type { Page } from '@playwright/test';
import { expect, hydrated, open, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';
import { overflowOf } from './support/overflow.ts';
import { pageKinds } from './support/page-kinds.ts';

/** At 390 px, `axe.a11y.ts` opens every page. */
const widths = [320, 768, 996, 1440, 2560];

/** Characters of the longest line of body text, over the ten longest paragraphs and list items. */
const longestLine = (page: Page) =>
  page.evaluate(() => {
    const charactersOfLines = (element: Element): number[] => {
      const lines = new Map<number, number>();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const lineHeight = parseFloat(getComputedStyle(element).lineHeight);
      const { top } = element.getBoundingClientRect();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { length } = node.textContent ?? '';
        for (let index = 0; index < length; index += 1) {
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const box = range.getBoundingClientRect();
          if (box.width === 0) continue;
          const line = Math.floor((box.top + box.height / 2 - top) / lineHeight);
          lines.set(line, (lines.get(line) ?? 0) + 1);
        }
      }
      return [...lines.values()];
    };
    const prose = [...document.querySelectorAll('article :is(p, li)')]
      .filter((element) => element.checkVisibility() && !element.querySelector('p, ul, pre'))
      .sort((a, b) => b.textContent.length - a.textContent.length);
    return Math.max(0, ...prose.slice(0, 10).flatMap(charactersOfLines));
  });

/** Visible text under 12 px, of pages and not of diagrams, which scale. */
const smallText = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (
        !element ||
        (node.textContent ?? '').trim() === '' ||
        element.closest('svg, script, style')
      )
        continue;
      if (element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 12)
        found.add(`${element.className || element.tagName}: ${node.textContent}`);
    }
    return [...found];
  });

/** Visible controls in another font than the page: the browser does not pass it on to them. */
const foreignFonts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, summary')]
      .filter((control) => control.checkVisibility({ opacityProperty: true }))
      .filter((control) => !/^"?Docs (?:text|code)/.test(getComputedStyle(control).fontFamily))
      .map((control) => control.outerHTML.slice(0, 160)),
  );

for (const path of pageKinds) {
  test(`${path} fits every width, with lines of at most 80 characters and no text under 12 px`, async ({
    page,
  }) => {
    await page.goto(path);
    await hydrated(page);
    expect.soft(await foreignFonts(page), 'fonts of controls').toEqual([]);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await overflowOf(page), `overflow at ${width} px`).toBeLessThanOrEqual(0);
      expect.soft(await longestLine(page), `line at ${width} px`).toBeLessThanOrEqual(80);
      expect.soft(await smallText(page), `text at ${width} px`).toEqual([]);
    }
  });
}

test('the links in the cards of the home page start at the same height', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await hydrated(page);
  const lists = page
    .getByRole('main')
    .locator('li > ul')
    .filter({ has: page.getByRole('link') });
  const tops = await lists.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect().top),
  );
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
});

for (const path of ['/search/', '/no-such-page/']) {
  test(`${path} is as wide as the text of a guide, with its title within the first 140 px`, async ({
    page,
  }) => {
    await page.goto(path);
    await hydrated(page);
    const { x = NaN, y = NaN } = (await heading(page).boundingBox()) ?? {};
    expect(y).toBeLessThanOrEqual(140);
    await expect(heading(page)).toHaveCSS('font-size', '32px');
    await expect(heading(page)).toHaveCSS('font-weight', '700');
    const field = await page.getByRole('searchbox').boundingBox();
    expect(field?.x).toBe(x);
    expect(field?.width).toBeLessThanOrEqual(36.5 * 16);
  });
}

test.describe('a table on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('shows values that are short on one line, each after the name of its column', async ({
    page,
  }) => {
    await open(page, '/device/mqtt-endpoints/');
    const row = page.locator('.table--wide tbody tr').filter({ hasText: 'Anedya Root CA 1' });
    const cells = row.locator('td[data-short]');
    expect(
      await cells.evaluateAll((found) =>
        found.map((cell) => getComputedStyle(cell, '::before').content),
      ),
    ).toEqual(['"Key "', '"Status "']);
    const tops = await cells.evaluateAll((found) =>
      found.map((cell) => cell.getBoundingClientRect().top),
    );
    expect(new Set(tops).size).toBe(1);
  });

  test('is a list when its second column has texts', async ({ page }) => {
    await open(page, '/platform-api/');
    const cells = page.locator('.operations .table tbody tr').first().locator('td');
    const [name, text] = await Promise.all([
      cells.nth(0).boundingBox(),
      cells.nth(1).boundingBox(),
    ]);
    expect(text?.x).toBe(name?.x);
    expect(text?.y).toBeGreaterThanOrEqual((name?.y ?? NaN) + (name?.height ?? NaN));
  });
});

test.describe('an operation page', () => {
  const path = '/platform-api/post-aggregates-variable-by-time/';

  test('has its title within the first 140 px, then the links to its sections, then the address', async ({
    page,
  }) => {
    await open(page, path);
    for (const width of [1440, 997, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const top = async (selector: string) =>
        (await page.locator(selector).first().boundingBox())?.y ?? NaN;
      const title = await top('h1');
      const sections = await top(width > 996 ? '.theme-doc-toc-desktop' : '.theme-doc-toc-mobile');
      expect(title, `${width} px`).toBeLessThanOrEqual(140);
      expect(sections, `${width} px`).toBeGreaterThan(title);
      expect(await top('.endpoint'), `${width} px`).toBeGreaterThan(sections);
    }
  });

  test('keeps the links to its sections in view', async ({ page }) => {
    await open(page, path);
    const links = page.locator('.theme-doc-toc-desktop');
    await page.mouse.wheel(0, 3000);
    await expect(links.getByRole('link', { name: 'Errors' })).toBeInViewport();
  });
});

test.describe('a guide', () => {
  test('has 40 px between sidebar and text, and a sidebar of 264 px', async ({ page }) => {
    await open(page, '/features/heartbeat/');
    const sidebar = await page.locator('.theme-doc-sidebar-container').boundingBox();
    const title = await heading(page).boundingBox();
    expect(sidebar?.width).toBe(264);
    expect((title?.x ?? 0) - 264).toBeGreaterThanOrEqual(40);
  });

  test('has a column of 48rem for code and tables on a wide screen', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, '/features/heartbeat/');
    const box = await page.locator('article pre').first().locator('..').boundingBox();
    expect(box?.width).toBe(48 * 16);
  });

  test('is in the middle of a tablet', async ({ page }) => {
    await page.setViewportSize({ width: 996, height: 900 });
    await open(page, '/features/heartbeat/');
    const { x = NaN, width = NaN } =
      (await page.locator('article pre').first().locator('..').boundingBox()) ?? {};
    expect(Math.abs(x - (996 - x - width))).toBeLessThanOrEqual(1);
  });

  test('has digits of one width only in cells with numbers', async ({ page }) => {
    await open(page, '/essentials/');
    await expect(page.locator('.table__number').first()).toHaveCSS(
      'font-variant-numeric',
      'tabular-nums',
    );
    const others = page.locator('.table td:not(.table__number)');
    await expect(others.first()).toHaveCSS('font-variant-numeric', 'normal');
  });

  test('breaks names in tables after dots and slashes only', async ({ page }) => {
    await open(page, '/device/mqtt-endpoints/');
    const broken = await page.locator('.table__name').evaluateAll((names) =>
      names.flatMap((name) => {
        const lines = new Map<number, string>();
        const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.textContent ?? '';
          for (let index = 0; index < text.length; index += 1) {
            range.setStart(node, index);
            range.setEnd(node, index + 1);
            const top = Math.round(range.getBoundingClientRect().top);
            lines.set(top, (lines.get(top) ?? '') + text.charAt(index));
          }
        }
        return [...lines.values()].slice(0, -1).filter((line) => !/[./]$/.test(line));
      }),
    );
    expect(broken).toEqual([]);
  });

  test('folds long lists of open questions, and opens them for a link to them', async ({
    page,
  }) => {
    await open(page, '/essentials/');
    const folded = page.locator('details[data-section="open-questions"]');
    await expect(folded).not.toHaveAttribute('open');
    await page.locator('article a[href$="#open-questions"]').first().click();
    await expect(folded).toHaveAttribute('open');
    await expect(page.locator('#open-questions')).toBeInViewport();
    await open(page, '/changelog/');
    await open(page, '/essentials/#unconfirmed');
    await expect(page.locator('details[data-section="unconfirmed"]')).toHaveAttribute('open');
    await expect(folded).not.toHaveAttribute('open');
  });

  test('has a title of 32 px and text of 17 px', async ({ page }) => {
    await open(page, '/features/heartbeat/');
    await expect(heading(page)).toHaveCSS('font-size', '32px');
    await expect(heading(page)).toHaveCSS('font-weight', '700');
    await expect(page.locator('article h2 + p').first()).toHaveCSS('font-size', '17px');
  });

  for (const font of ['code', 'fallback']) {
    test(`shows 80 columns of code in the ${font} font without scrolling`, async ({ page }) => {
      // A page keeps the fallback font if the code font arrives late (`font-display: optional`).
      if (font === 'fallback') await page.route('**/*.woff2', (route) => route.abort());
      await open(page, '/features/heartbeat/');
      const code = page.locator('article pre').first();
      const hidden = (columns: number) =>
        code.evaluate((element, text) => {
          element.querySelector('code')?.replaceChildren(text);
          return element.scrollWidth - element.clientWidth;
        }, 'x'.repeat(columns));
      expect(await hidden(80)).toBe(0);
      expect(await hidden(100)).toBeGreaterThan(0);
    });
  }

  test('marks the current section in a table of contents quieter than the text', async ({
    page,
  }) => {
    await open(page, '/features/heartbeat/');
    const contents = page.locator('.theme-doc-toc-desktop');
    await contents.getByRole('link', { name: 'Storage and limits' }).click();
    const current = contents.locator('.table-of-contents__link--active');
    await expect(current).toHaveText('Storage and limits');
    await expect(current).toHaveCSS('font-weight', '600');
    const colorOf = (selector: string) =>
      page
        .locator(selector)
        .last()
        .evaluate((element) => getComputedStyle(element).color);
    const body = await colorOf('article p');
    expect(
      await colorOf('.table-of-contents__link:not(.table-of-contents__link--active)'),
    ).not.toBe(body);
  });

  test('has tables with row rules only', async ({ page }) => {
    await open(page, '/features/heartbeat/');
    const cell = page.locator('.table td').first();
    await expect(cell).toHaveCSS('border-left-width', '0px');
    await expect(cell).toHaveCSS('border-right-width', '0px');
    await expect(page.locator('.table tbody tr').first()).toHaveCSS('border-bottom-width', '1px');
  });

  test('has its title within the first 140 px on a phone, then the table of contents', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of pageKinds.filter((kind) =>
      /^\/(features|getting-started|device\/mqtt|changelog)/.test(kind),
    )) {
      await open(page, path);
      const title = await heading(page).boundingBox();
      expect(title?.y, path).toBeLessThanOrEqual(140);
      const contents = await page.locator('.theme-doc-toc-mobile').boundingBox();
      expect(contents?.y, path).toBeGreaterThan((title?.y ?? NaN) + (title?.height ?? NaN));
    }
  });

  test('has the announcement and the breadcrumbs on one line each on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/features/commands/commands-intro/');
    const height = async (selector: string) =>
      (await page.locator(selector).boundingBox())?.height ?? NaN;
    expect(await height('[class*=announcementBar_]')).toBeLessThan(36);
    expect(await height('.theme-doc-breadcrumbs')).toBeLessThan(36);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect(crumbs.getByRole('listitem').filter({ visible: true })).toHaveText([
      '',
      'Features',
      /commands/i,
    ]);
  });

  // docs/behavior.md, section 2: pages have breadcrumbs.
  test('has breadcrumbs on the home page and on a nested page', async ({ page }) => {
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await open(page, '/');
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(crumbs.getByRole('link', { name: 'Home page' })).toBeVisible();
      await open(page, '/features/ota/ota-anedya/');
      await expect(crumbs.getByRole('listitem').filter({ visible: true })).toHaveCount(4);
      await crumbs.getByRole('link', { name: 'OTA updates' }).click();
      await expect(page).toHaveURL('/features/ota/');
      await crumbs.getByRole('link', { name: 'Home page' }).click();
      await expect(page).toHaveURL('/');
    }
  });
});
