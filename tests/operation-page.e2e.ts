import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import { searchButton, searchHits, searchInput } from './support/locators.ts';

const path = '/platform-api/access-token-create/';

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).boundingBox();
  if (!found) throw new Error(`nothing visible at ${selector}`);
  return found;
};

const aggregates = '/platform-api/post-aggregates-variable-by-time/';

test.describe('an operation page', () => {
  test('copies the address of the operation', async ({ context, page }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, path);
    await page.getByRole('button', { name: 'Copy URL' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'https://api.ap-in-1.anedya.io/v1/access/tokens/create',
    );
  });

  test('links to each of its fields', async ({ page }) => {
    await open(page, path);
    const link = page.locator('.field__name').first();
    await link.click();
    const hash = new URL(page.url()).hash;
    expect(hash).toMatch(/^#request-/);
    await expect(page.locator(`[id="${hash.slice(1)}"]`)).toBeInViewport();
  });

  test('expands the fields that a link points to', async ({ page }) => {
    await open(page, path);
    const folded = page
      .locator('details:not([open])')
      .filter({ has: page.locator('.field') })
      .first();
    const id = await folded.locator('.field').first().getAttribute('id');
    expect(id).not.toBeNull();
    await page.goto(`${path}#${id ?? ''}`);
    await expect(page.locator(`[id="${id ?? ''}"]`)).toBeInViewport();
  });

  test('expands the fields that a search hit of the same page points to', async ({ page }) => {
    await open(page, aggregates);
    const field = page.locator('[id="response-config.responseOptions.timezone"]');
    await expect(field).toBeHidden();
    await searchButton(page).click();
    await searchInput(page).fill('responseOptions timezone');
    const href = `${aggregates}#response-config.responseOptions.timezone`;
    await searchHits(page)
      .and(page.locator(`[href="${href}"]`))
      .click();
    await expect(field).toBeInViewport();
  });

  test('collapses the fields of an object', async ({ page }) => {
    await open(page, path);
    const nested = page.locator('details.fields__nested[open]').first();
    const inner = nested.locator('.field').first();
    await expect(inner).toBeVisible();
    await nested.locator('summary').first().click();
    await expect(inner).toBeHidden();
  });

  test('highlights the line of the sample that sets a field, on hover and on focus', async ({
    page,
  }) => {
    await open(page, aggregates);
    const highlighted = () =>
      page.evaluate(() => [...(CSS.highlights.get('sample-line') ?? [])].map(String).join());
    const field = page.locator('[id="request-config.interval.measure"]');
    await field.locator('.field__name').focus();
    await expect.poll(highlighted).toMatch(/^"measure": /);
    await expect(field).toHaveAttribute('data-sample-line');
    await page.locator('[id="request-variable"]').hover();
    await expect.poll(highlighted).toMatch(/^"variable": /);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(highlighted).toBe('');
    await expect(page.locator('[data-sample-line]')).toHaveCount(0);
  });

  test('highlights the field of a line of the sample', async ({ page }) => {
    await open(page, `${aggregates}?lang=python`);
    const program = page.locator('.samples__panel pre').filter({ visible: true });
    await program.getByText('"from"', { exact: true }).hover();
    await expect(page.locator('[id="request-from"]')).toHaveAttribute('data-sample-line');
  });

  test('has two columns on a wide screen, with the programs always visible', async ({ page }) => {
    await open(page, path);
    const details = await box(page, '.operation__details');
    const samples = await box(page, '.operation__samples');
    expect(samples.x).toBeGreaterThanOrEqual(details.x + details.width);
    await page.mouse.wheel(0, 1500);
    await expect(page.locator('.samples__menu').first()).toBeInViewport();
  });

  for (const width of [996, 390]) {
    test(`has one column at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, path);
      const details = await box(page, '.operation__details');
      const samples = await box(page, '.operation__samples');
      expect(Math.abs(samples.x - details.x)).toBeLessThan(1);
      expect(samples.y + samples.height).toBeLessThanOrEqual(details.y);
    });
  }

  // Those with the longest introductions.
  test('shows its first field on the first screen', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const longest of [
      '/device/api/binddevice/',
      '/device/api/http-time-sync/',
      '/device/api/v-1-ota-next/',
      '/platform-api/commands-send/',
      '/platform-api/deployments-create/',
      '/platform-api/post-aggregates-variable-by-time/',
    ]) {
      await open(page, longest);
      const name = await box(page, '.operation__details .field__name >> nth=0');
      expect(name.y + name.height, longest).toBeLessThanOrEqual(900);
    }
  });

  test('marks the section in view, although the code samples are always in view', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, path);
    const contents = page.locator('.theme-doc-toc-desktop');
    const marked = contents.locator('.table-of-contents__link--active');
    await page.locator('#response').evaluate((heading) => heading.scrollIntoView());
    await expect(marked).toHaveText('Response');
    // The last sections are too short to reach the top, and the code samples do not scroll.
    for (const name of ['Errors', 'Related', 'Code samples', 'Authentication']) {
      await contents.getByRole('link', { name, exact: true }).click();
      await expect(marked).toHaveText(name);
    }
  });

  test('shows the path of the operation before its host', async ({ page }) => {
    await open(page, aggregates);
    for (const width of [1440, 996, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('.endpoint__url')).toHaveText(
        'https://api.ap-in-1.anedya.io/v1/aggregates/variable/byTime',
      );
      const path = page.locator('.endpoint__path');
      const [first, second] = [
        await box(page, '.endpoint__path'),
        await box(page, '.endpoint__host'),
      ];
      expect(first.x < second.x || first.y < second.y, `${width} px`).toBe(true);
      const hidden = await path.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
      const bar = await box(page, '.endpoint');
      expect(second.x + second.width).toBeLessThanOrEqual(bar.x + bar.width);
      // The end of the host is in view: it gives way at its start.
      const end = await page.locator('.endpoint__host bdi').evaluate((element) => {
        const range = document.createRange();
        const last = element.lastChild?.lastChild ?? element.lastChild;
        if (!last) throw new Error('the host is empty');
        range.selectNodeContents(last);
        return range.getBoundingClientRect().right;
      });
      expect(end, `${width} px`).toBeLessThanOrEqual(second.x + second.width + 1);
    }
  });

  test('shows the first field without scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, path);
    await expect(page.locator('.operation__details .field__name').first()).toBeInViewport();
    await expect(page.locator('.fields').first()).toHaveCSS('font-size', '15px');
  });

  // docs/behavior.md, section 9: table of contents of h2 and h3.
  test('has a table of contents that leads to every section', async ({ page }) => {
    await open(page, path);
    const links = page.locator('.theme-doc-toc-desktop a');
    const headings = page.locator('.markdown :is(h2, h3)');
    await expect(links).toHaveCount(await headings.count());
    await links.last().click();
    await expect(headings.last()).toBeInViewport();
  });
});

for (const [introduction, name] of [
  ['/platform-api/anedya-platform-apis/', 'platform'],
  ['/device/api/device-apis/', 'device'],
] as const) {
  test(`the introduction of the ${name} API offers its document and all its requests`, async ({
    page,
    request,
  }) => {
    await page.goto(introduction);
    const links = page.locator('main a[download]');
    // The document in two formats, and its requests in seven.
    await expect(links).toHaveCount(9);
    for (const link of await links.all()) {
      const response = await request.get((await link.getAttribute('href')) ?? '');
      expect(response.status()).toBe(200);
      expect((await response.text()).length).toBeGreaterThan(4000);
    }
  });
}
