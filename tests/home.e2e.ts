import type { Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';
import { overflowOf } from './support/overflow.ts';
import { PageErrors } from './support/page-errors.ts';
import { deleteProject } from './support/sandbox.ts';

const tour = (page: Page) => page.getByRole('region', { name: 'Try it in the sandbox' });
const step = (page: Page, title: string) =>
  tour(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const start = (page: Page) => tour(page).getByRole('button', { name: 'Create a project' });
const status = (page: Page) => tour(page).getByRole('status');
const picture = (page: Page) => page.getByRole('img', { name: /^A device sends values/ });

test('the tour creates a project, sends a value and shows it, by keyboard alone', async ({
  page,
  origin,
}) => {
  const pageErrors = new PageErrors(page, origin);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await open(page, '/');
  await pageErrors.settled();
  expect(sent.filter((path) => path.startsWith('/sandbox/'))).toEqual([]);

  await start(page).focus();
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('Project created. Its device is greenhouse-1.');
  const created = step(page, 'Create a project');
  await expect(created.getByRole('group', { name: 'Request' })).toHaveText(
    'POST /sandbox/projects',
  );
  await expect(created.getByRole('group', { name: 'Response' })).toContainText('greenhouse-1');
  await expect(created.getByRole('button', { name: 'Read the project' })).toBeFocused();

  const value = tour(page).getByRole('textbox', { name: 'Value' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(value).toBeFocused({ timeout: 10 });
  }).toPass();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('31.5');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('Sent: 31.5 is stored.');
  const submitted = step(page, 'Send a value');
  await expect(submitted.getByRole('group', { name: 'Request' })).toContainText('"value": 31.5');
  await expect(submitted.getByRole('group', { name: 'Response' })).toContainText('200 OK');
  await expect(picture(page)).toContainText('31.5');

  await page.keyboard.press('Tab');
  await expect(tour(page).getByRole('button', { name: 'Send', exact: true })).toBeFocused();
  const read = tour(page).getByRole('button', { name: 'Read the values' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(read).toBeFocused({ timeout: 10 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('The newest is 31.5');
  const chart = tour(page).getByRole('img', { name: 'temperature, last day' });
  await expect(chart).toHaveAccessibleDescription(/\d+ values from .* to 31.5. .* is 31.5/);
  const drawn = await chart.locator('.live__line').getAttribute('d');
  expect(drawn?.split('L').length).toBeGreaterThan(100);
  const seen = step(page, 'See it').getByRole('group', { name: 'Response' });
  await expect(seen).toContainText('"value": 31.5');
  // No step shows a secret.
  const key = await page.evaluate(() =>
    Object.values(localStorage)
      .map((text) => /"apiKey":"(\w+)"/.exec(String(text))?.[1])
      .find(Boolean),
  );
  expect(key).toBeTruthy();
  await expect(page.locator('body')).not.toContainText(key ?? '');
  await pageErrors.settled();
  expect(pageErrors.list).toEqual([]);
});

test('the tour says that it is busy, then why it failed, and tries again', async ({ page }) => {
  await open(page, '/');
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/sandbox/projects', (route) => released.then(() => route.abort()));
  await start(page).click();
  const busy = tour(page).getByRole('button', { name: 'Creating…' });
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await expect(tour(page).getByRole('button', { name: 'Send', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(step(page, 'See it')).toContainText('The request and its response appear here.');
  // The tour says that it is busy before its request leaves, so this may come before the request.
  release();
  const alert = step(page, 'Create a project').getByRole('alert');
  await expect(alert).toContainText('Could not connect to the sandbox');
  await page.unroute('**/sandbox/projects');
  await tour(page).getByRole('button', { name: 'Try again' }).click();
  await expect(status(page)).toContainText('Project created.');
  await expect(alert).toHaveCount(0);
});

test('the tour does not show what was done in a project that has ended', async ({ page }) => {
  await open(page, '/');
  await start(page).click();
  await expect(status(page)).toContainText('Project created.');
  await tour(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(status(page)).toContainText('is stored.');
  await tour(page).getByRole('button', { name: 'Read the values' }).click();
  const chart = tour(page).getByRole('img', { name: 'temperature, last day' });
  await expect(chart).toBeVisible();

  await deleteProject(page);
  await tour(page).getByRole('button', { name: 'Read the project' }).click();
  await expect(status(page)).toContainText('Project created.');
  await expect(chart).toHaveCount(0);
  for (const title of ['Send a value', 'See it']) {
    await expect(step(page, title)).toContainText('The request and its response appear here.');
  }
});

test('the tour sends numbers only', async ({ page }) => {
  await open(page, '/');
  await start(page).click();
  await expect(status(page)).toContainText('Project created.');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const value = tour(page).getByRole('textbox', { name: 'Value' });
  await value.fill('warm');
  await expect(value).toHaveAttribute('aria-invalid', 'true');
  await expect(value).toHaveAccessibleDescription('Enter a number.');
  await value.press('Enter');
  await value.fill('20');
  await value.press('Enter');
  await expect(status(page)).toContainText('Sent: 20');
  expect(sent.filter((url) => url.endsWith('/submitData'))).toHaveLength(1);
  // The picture has what was read, not what is in the field.
  await value.fill('99');
  await tour(page).getByRole('button', { name: 'Read the values' }).click();
  await expect(status(page)).toContainText('The newest is 20');
  await expect(picture(page)).toContainText('20');
  await expect(picture(page)).not.toContainText('99');
});

test('the tour says when its code cannot be loaded', async ({ page }) => {
  await open(page, '/');
  await page.route('**/assets/js/*.js', (route) => route.abort());
  await start(page).click();
  await expect(tour(page).getByRole('alert')).toHaveText(
    'The tour could not be loaded. Check your network connection and try again.',
  );
});

for (const width of [1440, 390]) {
  test(`axe finds nothing in the complete tour at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/');
    await start(page).click();
    await expect(status(page)).toContainText('Project created.');
    await tour(page).getByRole('button', { name: 'Send', exact: true }).click();
    await expect(status(page)).toContainText('is stored');
    await tour(page).getByRole('button', { name: 'Read the values' }).click();
    await expect(status(page)).toContainText('The newest is');
    expect(await axeViolationsInBothModes(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
}

test('one screen says what the platform does, for each kind of reader, and starts the tour', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/');
  await expect(picture(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Anedya is a cloud platform').first()).toBeInViewport({ ratio: 1 });
  await expect(start(page)).toBeInViewport({ ratio: 1 });
  for (const reader of ['Device engineer', 'Back-end developer', 'Evaluator']) {
    await expect(page.getByRole('heading', { name: reader })).toBeInViewport({ ratio: 1 });
  }
  // Beside a longer text, the greenhouse keeps its height.
  await page.setViewportSize({ width: 1280, height: 900 });
  const bottomOf = async (selector: string) => {
    const { y = NaN, height = NaN } = (await page.locator(selector).last().boundingBox()) ?? {};
    return y + height;
  };
  expect((await bottomOf('main figure')) - (await bottomOf('main figure > *'))).toBeLessThan(3);
});

test('the cards of the features leave no gaps, and each has an icon', async ({ page }) => {
  await open(page, '/');
  const cards = page.locator('.features > ul > li');
  await expect(cards).toHaveCount(8);
  for (const width of [1440, 1199, 996, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const rows = await cards.evaluateAll((elements) => {
      const counts = new Map<number, number>();
      for (const element of elements) {
        const top = Math.round(element.getBoundingClientRect().top);
        counts.set(top, (counts.get(top) ?? 0) + 1);
      }
      return [...counts.values()];
    });
    expect.soft(new Set(rows).size, `cards in the rows at ${width} px`).toBe(1);
  }
  const sizes = await page
    .locator('main use')
    .evaluateAll((uses) => uses.map((use) => (use as SVGUseElement).getBBox().width));
  expect(sizes).toHaveLength(11);
  expect(sizes.every((size) => size > 0)).toBe(true);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the steps are described, with the commands that do the same', async ({ page }) => {
    await page.goto('/');
    await expect(heading(page)).toBeVisible();
    await expect(tour(page).getByRole('listitem')).toHaveCount(3);
    await expect(step(page, 'Send a value')).toContainText('connection key');
    await expect(start(page)).toBeHidden();
    // Playwright does not find text inside this element.
    await tour(page).locator('noscript a').click();
    await expect(page).toHaveURL('/#how-a-measurement-travels');
  });
});
