import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { siteDir } from './support/fixtures.ts';
import { overflowOf } from './support/overflow.ts';
import { PageErrors } from './support/page-errors.ts';
import { expect, openSandboxRunner, runner, sendButton, status, test } from './support/runner.ts';
import { projectOf } from './support/sandbox.ts';

// Each sends requests in the built site, some of them with axe on a whole page.
test.describe.configure({ timeout: 60_000 });

const getData = '/platform-api/data-get-data/';
const chart = (page: Page): Locator => runner(page).getByRole('region', { name: /^Chart of / });
const plotOf = (page: Page): Locator => chart(page).getByRole('group', { name: /^Chart of / });
const button = (page: Page, name: string): Locator =>
  chart(page).getByRole('button', { name, exact: true });

const chooseMode = (page: Page, mode: string) =>
  page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);

/** Opens an operation, sends its example, and waits for the chart. */
async function sendExample(page: Page, urlPath: string): Promise<void> {
  await openSandboxRunner(page, urlPath);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect(chart(page)).toBeVisible();
}

/**
 * Number of pixels of the canvas with a color, within a few steps of each channel.
 * @param part columns to look at, as a part of the plot from 0 to 1; everything by default
 */
const pixelsOf = (page: Page, color: string, part?: number) =>
  chart(page)
    .locator('.uplot')
    .evaluate(
      (plot, [wanted, at]) => {
        const canvas = plot.querySelector('canvas');
        const over = plot.querySelector<HTMLElement>('.u-over');
        const context = canvas?.getContext('2d');
        if (!canvas || !over || !context) throw new Error('there is no plot');
        const scale = canvas.width / canvas.clientWidth;
        const x = at === undefined ? 0 : (over.offsetLeft + over.clientWidth * at) * scale;
        const width = at === undefined ? canvas.width : 2;
        const { data } = context.getImageData(Math.round(x), 0, width, canvas.height);
        const channels = [1, 3, 5].map((start) => parseInt(wanted.slice(start, start + 2), 16));
        let count = 0;
        for (let pixel = 0; pixel < data.length; pixel += 4) {
          const isClose = channels.every(
            (value, channel) => Math.abs(value - (data[pixel + channel] ?? 0)) < 8,
          );
          if (isClose && (data[pixel + 3] ?? 0) > 200) count += 1;
        }
        return count;
      },
      [color, part] as const,
    );

/** Times in view, as text. */
const viewOf = (page: Page) => chart(page).locator('.chart__hint').first();

/** Replaces the response of the sandbox to one path. */
async function respondWith(page: Page, urlPath: string, data: object): Promise<void> {
  const json = { success: true, error: '', errorcode: 0, reasonCode: 'generic::ok', ...data };
  await page.route(`**/sandbox/platform/v1${urlPath}`, (route) => route.fulfill({ json }));
}

for (const [urlPath, title] of [
  [getData, 'Chart of temperature'],
  ['/platform-api/variables-latest/', 'Chart of temperature'],
  ['/platform-api/variables-snapshot/', 'Chart of temperature'],
  ['/platform-api/post-aggregates-variable-by-time/', 'Chart of temperature aggregate'],
] as const) {
  test(`${urlPath} shows its response as a chart, a table, CSV and PNG`, async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const pageErrors = new PageErrors(page, site.origin);
    await chooseMode(page, 'light');
    await sendExample(page, urlPath);
    await expect(chart(page).getByText(title, { exact: true })).toBeVisible();
    await expect(chart(page).getByText('Times in the response are in seconds.')).toBeVisible();
    await expect(button(page, 'greenhouse-1')).toBeVisible();
    expect(await pixelsOf(page, '#0b7285')).toBeGreaterThan(5);

    await chart(page)
      .getByText(/^Table \(/)
      .click();
    const row = chart(page).getByRole('row').nth(1);
    await expect(row.getByRole('cell').nth(1)).toHaveText('greenhouse-1');
    const time = await row.locator('time').getAttribute('datetime');
    const value = await row.getByRole('cell').nth(2).textContent();

    await button(page, 'Copy CSV').click();
    await expect(chart(page).getByText('CSV copied.')).toBeVisible();
    const csv = await page.evaluate(() => navigator.clipboard.readText());
    const { nodes } = await projectOf(page);
    expect(csv.split('\r\n')).toContain(`${time},${nodes[0]?.nodeId},${value}`);

    await button(page, 'Copy PNG').click();
    await expect(chart(page).getByText('PNG copied.')).toBeVisible();
    const image = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const image = await item?.getType('image/png');
      if (!image) throw new Error('the clipboard has no image');
      const { width, height } = await createImageBitmap(image);
      return { width, height };
    });
    expect(image.width).toBeGreaterThan(200);
    expect(image.height).toBeGreaterThan(200);
    expect(pageErrors.list).toEqual([]);
  });
}

test('the keyboard reads values, zooms and moves, and Escape closes the runner', async ({
  page,
}) => {
  await sendExample(page, getData);
  await plotOf(page).focus();
  const all = await viewOf(page).textContent();
  await page.keyboard.press('ArrowRight');
  await expect(button(page, 'greenhouse-1').or(chart(page).locator('output'))).not.toHaveCount(0);
  const first = await viewOf(page).textContent();
  expect(all).toContain(first);
  await page.keyboard.press('ArrowRight');
  await expect(viewOf(page)).not.toHaveText(first ?? '');
  await expect(chart(page).locator('output')).toHaveText(/^\d/);
  const value = (await chart(page).locator('output').textContent()) ?? '';
  const time = (await viewOf(page).textContent()) ?? '';
  await expect(chart(page).locator('.spoken')).toHaveText(`${time}: greenhouse-1 ${value}`);

  await page.mouse.move(0, 0);
  await page.keyboard.press('+');
  await expect(button(page, 'Show all')).toHaveAttribute('aria-disabled', 'false');
  await chart(page)
    .getByText(/^Table \(/)
    .click();
  const inView = chart(page).getByText(/^1 to \d+ of \d+, newest first$/);
  const zoomed = await inView.textContent();
  await plotOf(page).focus();
  await page.keyboard.press('0');
  await expect(inView).not.toHaveText(zoomed ?? '');
  await expect(button(page, 'Show all')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('+');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(button(page, 'Earlier')).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect(button(page, 'Show all')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(runner(page)).toHaveCount(0);
});

test('the tools of the chart have names and tooltips, and the help is shown on demand', async ({
  page,
}) => {
  await sendExample(page, getData);
  const tools = chart(page).getByRole('group', { name: 'View' });
  await expect(tools.getByRole('button')).toHaveCount(6);
  for (const name of ['Zoom in', 'Zoom out', 'Earlier', 'Later', 'Show all', 'Help']) {
    await expect(tools.getByRole('button', { name, exact: true })).toHaveAttribute('title', name);
  }
  const help = chart(page).getByText(/^Drag to zoom/);
  await expect(help).toBeHidden();
  // Screen readers hear it on the chart.
  await expect(plotOf(page)).toHaveAccessibleDescription(/^Drag to zoom/);
  await button(page, 'Help').click();
  await expect(button(page, 'Help')).toHaveAttribute('aria-expanded', 'true');
  await expect(help).toBeVisible();
  await button(page, 'Help').press('Enter');
  await expect(help).toBeHidden();
  await tools.getByRole('button', { name: 'Zoom in' }).click();
  await expect(button(page, 'Show all')).toHaveAttribute('aria-disabled', 'false');
});

test('dragging zooms, and the time zone is the reader’s or UTC', async ({ browser, site }) => {
  const context = await browser.newContext({
    baseURL: site.origin,
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await sendExample(page, getData);
  await plotOf(page).scrollIntoViewIfNeeded();
  const box = await chart(page).locator('.u-over').boundingBox();
  if (!box) throw new Error('the chart has no plot');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.25, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
  await page.mouse.up();
  await expect(button(page, 'Show all')).toHaveAttribute('aria-disabled', 'false');

  await chart(page)
    .getByText(/^Table \(/)
    .click();
  await expect(chart(page).getByRole('table')).toBeVisible();
  const time = chart(page).locator('td time').first();
  const instant = new Date((await time.getAttribute('datetime')) ?? '');
  const shown = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'medium',
      hourCycle: 'h23',
      timeZone,
    }).format(instant);
  await expect(time).toHaveText(shown('Asia/Kolkata'));
  await chart(page).getByLabel('Time zone').selectOption('UTC');
  await expect(time).toHaveText(shown('UTC'));
  await expect(button(page, 'Show all')).toHaveAttribute('aria-disabled', 'false');
  await context.close();
});

test('several nodes have separate lines, gaps and a unit', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseMode(page, 'light');
  const start = 1_767_225_600;
  const points = (level: number) =>
    Array.from({ length: 40 }, (_, index) => ({
      timestamp: start + (index < 20 ? index : index + 30) * 60,
      value: level + index / 10,
    }));
  const names = ['a', 'b', 'c'];
  const data = Object.fromEntries(names.map((name, index) => [name, points(index * 10)]));
  await respondWith(page, '/data/getData', {
    data: { ...data, d: [{ timestamp: start, value: 'open' }] },
  });
  await sendExample(page, getData);
  for (const [index, color] of ['#0b7285', '#c2255c', '#5f3dc4'].entries()) {
    await expect(button(page, `${index + 1} ${names[index]}`)).toBeVisible();
    expect(await pixelsOf(page, color)).toBeGreaterThan(20);
  }
  await expect(chart(page)).toContainText('1 of 121 values are not numbers');
  await button(page, '2 b').click();
  await expect.poll(() => pixelsOf(page, '#c2255c')).toBe(0);
  await chart(page).getByLabel('Unit').fill('°C');
  await expect(chart(page).getByText('Chart of temperature (°C)', { exact: true })).toBeVisible();
  await button(page, 'Copy CSV').click();
  await expect(chart(page).getByText('CSV copied.')).toBeVisible();
  const csv = await page.evaluate(() => navigator.clipboard.readText());
  expect(csv).toContain('time,node,temperature (°C)\r\n2026-01-01T00:00:00.000Z,a,0\r\n');
  expect(csv).toContain('2026-01-01T00:00:00.000Z,d,open\r\n');

  // The gap is between the minutes 19 and 50 of 69.
  expect(await pixelsOf(page, '#0b7285', 10 / 69)).toBeGreaterThan(0);
  expect(await pixelsOf(page, '#0b7285', 35 / 69)).toBe(0);
});

test('without numbers there is a table, and without values a sentence', async ({ page }) => {
  await respondWith(page, '/data/latest', {
    data: { a: { timestamp: 1_767_225_600, value: { lat: 22.3, long: 73.2 } } },
  });
  await sendExample(page, '/platform-api/variables-latest/');
  await expect(chart(page)).toContainText('1 of 1 values are not numbers');
  await expect(chart(page).locator('canvas')).toHaveCount(0);
  await chart(page).getByText('Table (1 value)').click();
  await expect(chart(page).getByRole('cell').nth(2)).toHaveText('{"lat":22.3,"long":73.2}');
  await respondWith(page, '/data/latest', { data: {} });
  await sendButton(page).click();
  await expect(runner(page).getByText('No values to chart.')).toBeVisible();
  await expect(chart(page)).toHaveCount(0);
});

test('10,000 points are shown, and the table has pages', async ({ page }) => {
  await sendExample(page, getData);
  const points = Array.from({ length: 10_000 }, (_, index) => ({
    timestamp: 1_767_225_600 + index * 10,
    value: Math.round(Math.sin(index / 200) * 1000) / 100,
  }));
  await respondWith(page, '/data/getData', { data: { a: points } });
  await sendButton(page).click();
  await expect(chart(page).getByText('Table (10000 values)')).toBeVisible();
  await chart(page).getByText('Table (10000 values)').click();
  await expect(chart(page).getByText('1 to 100 of 10000, newest first')).toBeVisible();
  await expect(chart(page).getByRole('row')).toHaveCount(101);
  await button(page, 'Older').click();
  await expect(chart(page).getByText('101 to 200 of 10000, newest first')).toBeVisible();
});

for (const mode of ['light', 'dark']) {
  test(`axe finds nothing in the chart, whose colors reach 3:1 (${mode}, 390 px)`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await chooseMode(page, mode);
    await page.setViewportSize({ width: 390, height: 844 });
    await sendExample(page, getData);
    await chart(page)
      .getByText(/^Table \(/)
      .click();
    await expect(chart(page).getByRole('table')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    const sizes = await chart(page)
      .locator('button, select, input, summary')
      .evaluateAll((found) => found.map((element) => element.getBoundingClientRect().height));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const contrasts = await chart(page).evaluate((element) => {
      const styles = getComputedStyle(element);
      const luminance = (color: string) => {
        const hex = color.trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
        const [red = 0, green = 0, blue = 0] = [1, 3, 5]
          .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
          .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const ground = luminance(styles.getPropertyValue('--ifm-background-color'));
      return [1, 2, 3, 4, 5, 6].map((number) => {
        const line = luminance(styles.getPropertyValue(`--chart-${number}`));
        return (Math.max(line, ground) + 0.05) / (Math.min(line, ground) + 0.05);
      });
    });
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3);
  });
}

test('the chart loads with the first response that has values, within 35 kB', async ({ page }) => {
  const files = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((file) => /\.(?:js|css)$/.test(file)),
    );
  await openSandboxRunner(page, getData);
  await projectOf(page);
  const before = new Set(await files());
  await sendButton(page).click();
  await expect(chart(page)).toBeVisible();
  const added = (await files()).filter((file) => !before.has(file));
  const sizes = await Promise.all(
    added.map(async (file) => (await stat(path.join(siteDir, `${file}.br`))).size),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`chart: ${total} bytes (brotli) in ${added.length} files`);
  expect(total).toBeGreaterThan(15_000);
  expect(total).toBeLessThanOrEqual(35_000);
});
