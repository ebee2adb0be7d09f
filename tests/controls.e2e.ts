import type { Page } from '@playwright/test';
import { expect, open } from './support/fixtures.ts';
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

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('all controls of an operation are 44 px high, and nothing overflows', async ({ page }) => {
    await openEverything(page);
    expect(await lowerThan(page, 44)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
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
