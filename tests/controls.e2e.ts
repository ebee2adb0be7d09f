import type { Locator, Page } from '@playwright/test';
import { expect, open } from './support/fixtures.ts';
import { hamburger, mobileSidebar, searchDialog, searchInput } from './support/locators.ts';
import { overflowOf } from './support/overflow.ts';
import { openSandboxRunner, runner, sendButton, status, test } from './support/runner.ts';
import { projectOf } from './support/sandbox.ts';

test.describe.configure({ timeout: 60_000 });

const operation = '/platform-api/data-get-data/';

/** Opens the request runner of an operation with a project, a response and its chart. */
async function openEverything(page: Page): Promise<void> {
  await openSandboxRunner(page, operation);
  await projectOf(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await runner(page)
    .getByRole('region', { name: /^Chart of / })
    .waitFor();
}

/** Name and height of each visible control of the page that is lower than a height. Links in text are not controls. */
const lowerThan = (page: Page, height: number) =>
  page
    .locator('button, summary, select, textarea, input:not([type=checkbox], [type=radio])')
    .filter({ visible: true })
    .evaluateAll(
      (found, least) =>
        found.flatMap((element) => {
          // The label of a menu that lies over the name of the chosen language is its target.
          const { height: own } = element.getBoundingClientRect();
          const name = element.getAttribute('aria-label') ?? element.textContent;
          return own < least - 0.5 ? [`${element.localName} ${name.trim()}: ${own}`] : [];
        }),
      height,
    );

/** The middle of an element in the window. */
async function middle(target: Locator): Promise<{ x: number; y: number }> {
  const { x = NaN, y = NaN, width = NaN, height = NaN } = (await target.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('all controls of an operation are 44 px high, and nothing overflows', async ({ page }) => {
    await openEverything(page);
    expect(await lowerThan(page, 44)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 320, height: 844 });
    expect(await overflowOf(page), 'at 320 px').toBeLessThanOrEqual(0);
  });

  test('the menus of a phone have rows of 44 px, and icons in the middle of their buttons', async ({
    page,
  }) => {
    await open(page, '/features/heartbeat/');
    const links = async (selector: string) =>
      page
        .locator(`${selector} a`)
        .filter({ visible: true })
        .evaluateAll((found) =>
          found
            .map((link) => [link.textContent, link.getBoundingClientRect().height] as const)
            .filter(([, height]) => height < 43.5),
        );
    const iconOffset = async (button: Locator) => {
      const [box, icon] = await Promise.all([middle(button), middle(button.locator('svg'))]);
      return Math.max(Math.abs(box.x - icon.x), Math.abs(box.y - icon.y));
    };
    const row = page.locator('article > div').first();
    const heights = await row.locator('nav, button, summary').evaluateAll((found) =>
      found.map((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }),
    );
    expect.soft(heights).toHaveLength(3);
    expect.soft(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);

    await page.getByRole('button', { name: 'On this page' }).click();
    expect.soft(await links('.theme-doc-toc-mobile')).toEqual([]);
    expect.soft(await iconOffset(hamburger(page))).toBeLessThan(1.5);
    await hamburger(page).click();
    await expect(mobileSidebar(page)).toBeInViewport({ ratio: 1 });
    const close = page.getByRole('button', { name: 'Close navigation bar' });
    expect.soft(await iconOffset(close)).toBeLessThan(1.5);
    expect.soft(await links('.navbar-sidebar__items')).toEqual([]);
  });

  for (const [urlPath, button] of [
    ['/features/events/rule-pattern/', 'Test a pattern'],
    ['/device/mqtt-endpoints/', 'MQTT console'],
    ['/features/heartbeat/', ''],
  ] as const) {
    test(`all controls of ${urlPath} are 44 px high, and nothing overflows`, async ({ page }) => {
      await open(page, urlPath);
      if (button !== '') {
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('region', { name: button }).waitFor();
      }
      expect(await lowerThan(page, 44)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    });
  }
});

test('with a mouse, controls have three heights and one radius', async ({ page }) => {
  await openEverything(page);
  const styles = await page
    .locator('.control')
    .filter({ visible: true })
    .evaluateAll((found) =>
      found
        .filter((element) => element.localName !== 'textarea')
        .map((element) => {
          const { minHeight, borderRadius } = getComputedStyle(element);
          return `${minHeight} ${borderRadius}`;
        }),
    );
  expect(styles.length).toBeGreaterThan(20);
  for (const style of new Set(styles))
    expect(['28px 6px', '36px 6px', '44px 6px']).toContain(style);
});

for (const [name, urlPath] of [
  ['the home page', '/'],
  ['a guide', '/features/events/'],
  ['the not-found page', '/no-such-page/'],
] as const) {
  test(`in forced colors, every button of ${name} has a line around it`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page, urlPath);
    await expectLines(page);
  });
}

test('in forced colors, every button of an operation has a line around it', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openEverything(page);
  await expectLines(page);
});

test('in forced colors, lines show what is selected, and the greenhouse has their colors', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await open(page, '/features/heartbeat/');
  const styles = (target: Locator, name: string, pseudo?: string) =>
    target.evaluateAll(
      (found, [property, part]) => [
        ...new Set(found.map((one) => getComputedStyle(one, part).getPropertyValue(property))),
      ],
      [name, pseudo] as const,
    );
  const [ground = ''] = await styles(page.locator('html'), 'background-color');
  const [ink = ''] = await styles(page.locator('body'), 'color');

  const current = page.locator('.menu__link[aria-current="page"]');
  expect.soft(await styles(current, 'border-left-width')).toEqual(['3px']);
  const arrows = page.locator('.menu__caret').filter({ visible: true });
  expect.soft(await styles(arrows, 'background-color', '::before')).toEqual([ink]);

  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  const unselected = page.getByRole('tab', { selected: false }).first();
  await expect(unselected).toBeVisible();
  expect.soft(await styles(unselected, 'border-bottom-style')).toEqual(['none']);
  const drawing = page.locator('.device__drawing');
  expect.soft(await styles(drawing, 'border-top-width')).toEqual(['1px']);
  expect
    .soft(await styles(drawing.locator('.device__glass, .device__door'), 'fill'))
    .toEqual([ground]);
  expect
    .soft(await styles(drawing.locator('.device__frame, .device__door'), 'stroke'))
    .toEqual([ink]);

  await page.keyboard.press('Control+k');
  await searchInput(page).fill('heartbeat');
  const selected = searchDialog(page).locator('[aria-selected="true"]').first();
  await expect.soft(selected).toHaveCSS('outline-style', 'solid');
  const marks = searchDialog(page).locator('mark');
  expect.soft((await styles(marks, 'background-color')).join()).toMatch(/^rgb\(/);
  const frame = searchDialog(page).locator(':has(> form)');
  await expect.soft(frame).toHaveCSS('border-top-width', '1px');
});

/** Tabs and switches have a role, and other lines. */
async function expectLines(page: Page): Promise<void> {
  const buttons = page.locator('button:not([role])').filter({ visible: true });
  const widths = await buttons.evaluateAll((found) =>
    found.map((element) => [
      element.getAttribute('aria-label') ?? element.textContent.trim(),
      // Those without a border have an outline.
      `${getComputedStyle(element).borderTopWidth} ${getComputedStyle(element).outlineStyle}`,
    ]),
  );
  expect(widths.length).toBeGreaterThan(2);
  expect(widths.filter(([, line]) => line === '0px none')).toEqual([]);
}
