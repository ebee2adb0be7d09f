import type { Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { stopClock } from './support/clock.ts';
import { expect, open, test } from './support/fixtures.ts';

const greenhouse = (page: Page) => page.getByRole('figure', { name: 'Greenhouse' });
const picture = (page: Page) => greenhouse(page).getByRole('img');
const lamp = (page: Page) => greenhouse(page).getByRole('switch', { name: 'Lamp' });
const button = (page: Page, name: string) => greenhouse(page).getByRole('button', { name });
const status = (page: Page) => greenhouse(page).getByRole('status');
const isRunning = (page: Page, running: boolean) =>
  expect(greenhouse(page)).toHaveAttribute('data-running', `${running}`);

/** Opens the home page with the greenhouse running, at a time that only `page.clock.runFor` changes. */
async function openStopped(page: Page): Promise<void> {
  await page.clock.install();
  await open(page, '/');
  await isRunning(page, true);
  await stopClock(page);
}

/** The temperature that the app shows. */
async function temperature(page: Page): Promise<number> {
  const text = (await picture(page).textContent()) ?? '';
  return Number(/([\d.]+) °C/.exec(text)?.[1]);
}

/** Lines of the chart of the app: more than one when values are missing. */
const lines = async (page: Page) =>
  ((await picture(page).locator('[data-chart]').getAttribute('d')) ?? '').split('M').length - 1;

test('the lamp is on when the command has arrived, and warms', async ({ page }) => {
  await openStopped(page);
  const before = await temperature(page);
  expect(before).toBeGreaterThan(15);
  await expect(lamp(page)).not.toBeChecked();
  await lamp(page).focus();
  await page.keyboard.press('Space');
  await expect(lamp(page)).toBeChecked();
  await expect(picture(page)).toContainText('lamp on');
  await expect(picture(page)).toHaveAccessibleDescription(/lamp off/);
  await page.clock.runFor(1500);
  await expect(picture(page)).toHaveAccessibleDescription(/lamp on/);
  await expect(status(page)).toHaveText('The lamp is on: the device has run the command.');
  await page.clock.runFor(20_000);
  await expect.poll(() => temperature(page)).toBeGreaterThan(before + 2);
});

test('an unplugged device goes offline, and submits its values when it is back', async ({
  page,
}) => {
  await openStopped(page);
  await expect(picture(page)).toContainText('Online');
  await button(page, 'Unplug').focus();
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('stores what it measures');
  await page.clock.runFor(10_000);
  await expect(picture(page)).toContainText('Offline');
  await expect(picture(page)).toContainText(/\d stored/);
  await expect(status(page)).toContainText('offline');
  const old = await temperature(page);
  await lamp(page).click();
  await expect(picture(page)).toContainText('1 command');
  await expect(status(page)).toContainText('keeps the command');
  await page.clock.runFor(10_000);
  expect(await temperature(page)).toBe(old);

  // The button keeps the focus under its new name.
  await button(page, 'Plug in').click();
  await expect(button(page, 'Unplug')).toBeFocused();
  await expect(picture(page)).toContainText(/\d+ values/);
  await expect(status(page)).toContainText('submits what it has stored');
  await page.clock.runFor(3000);
  await expect(picture(page)).toContainText('Online');
  await expect(picture(page)).not.toContainText('stored');
  await expect(picture(page)).toHaveAccessibleDescription(/lamp on/);
  expect(await lines(page)).toBe(1);
});

test('the greenhouse sends no requests', async ({ page }) => {
  await page.clock.install();
  await open(page, '/');
  await isRunning(page, true);
  await page.waitForLoadState('load');
  await stopClock(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/sandbox')) sent.push(request.url());
  });
  await lamp(page).click();
  await button(page, 'Unplug').click();
  await page.clock.runFor(10_000);
  await button(page, 'Plug in').click();
  await page.clock.runFor(10_000);
  await expect(picture(page)).toContainText('Online');
  await expect(greenhouse(page)).toContainText('A simulation in this page');
  expect(sent).toEqual([]);
});

test('the project of the reader takes over', async ({ page }) => {
  await open(page, '/');
  await expect(picture(page)).toContainText('Humidity');
  const tour = page.getByRole('region', { name: 'Try it in the sandbox' });
  await tour.getByRole('button', { name: 'Create a project' }).click();
  await expect(greenhouse(page)).toContainText('Your sandbox project: greenhouse-1');
  await expect(greenhouse(page)).not.toContainText('simulation');
  await expect(greenhouse(page).getByRole('button')).toHaveCount(0);
  await expect(lamp(page)).toHaveCount(0);
  // The values of the simulation are gone, and nothing has been read.
  await expect(picture(page)).not.toContainText('Humidity');
  await expect(picture(page)).not.toContainText('°C');
  await expect(picture(page)).toContainText('Nothing read yet');

  await tour.getByRole('textbox', { name: 'Value' }).fill('31.5');
  await tour.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(picture(page)).toContainText('31.5 stored');
  await expect(picture(page)).not.toContainText('°C');

  await tour.getByRole('button', { name: 'Read the values' }).click();
  await expect(picture(page)).toContainText('31.5 °C');
  await expect(picture(page)).toHaveAccessibleDescription(
    /^greenhouse-1\. App: temperature 31.5 °C, \d+ values/,
  );
  const line = await picture(page).locator('[data-chart]').getAttribute('d');
  expect(line?.split('L').length).toBeGreaterThan(100);
});

/** Number of animations in the picture. */
const animations = (page: Page) =>
  picture(page).evaluate((element) => element.getAnimations({ subtree: true }).length);

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`${motion === 'reduce' ? 'nothing moves' : 'packets move'} with the preference ${motion}, and the values change`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await openStopped(page);
    const texts = new Set<string>();
    let moved = 0;
    await expect(async () => {
      await page.clock.runFor(500);
      texts.add((await picture(page).textContent()) ?? '');
      moved += await animations(page);
      expect(texts.size).toBeGreaterThan(4);
      if (motion === 'no-preference') expect(moved).toBeGreaterThan(0);
    }).toPass();
    if (motion === 'reduce') expect(moved).toBe(0);
  });
}

test('the greenhouse stops while it is out of view, and while the page is hidden', async ({
  page,
}) => {
  await openStopped(page);
  const text = () => picture(page).textContent();
  await page.getByRole('heading', { name: 'Where it runs' }).scrollIntoViewIfNeeded();
  await isRunning(page, false);
  const before = await text();
  await page.clock.runFor(30_000);
  expect(await text()).toBe(before);
  await picture(page).scrollIntoViewIfNeeded();
  await isRunning(page, true);
  await page.clock.runFor(3000);
  await expect.poll(text).not.toBe(before);

  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  await isRunning(page, false);
  const hiddenText = await text();
  await page.clock.runFor(30_000);
  expect(await text()).toBe(hiddenText);
  await setHidden(false);
  await isRunning(page, true);
});

// WCAG 2.2.2: what changes without an action of the reader can be paused.
test('the reader can pause the greenhouse', async ({ page }) => {
  await openStopped(page);
  await button(page, 'Pause').click();
  await isRunning(page, false);
  const before = await picture(page).textContent();
  await page.clock.runFor(30_000);
  expect(await picture(page).textContent()).toBe(before);
  await button(page, 'Resume').click();
  await isRunning(page, true);
  await button(page, 'Pause').click();
  await isRunning(page, false);
  // A switch that nothing follows would be broken.
  await lamp(page).click();
  await isRunning(page, true);
});

for (const width of [1440, 390]) {
  test(`the home page does not shift at ${width} px, and axe finds nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          shifts.push((entry as PerformanceEntry & { readonly value: number }).value);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openStopped(page);
    await page.evaluate(() => document.fonts.ready);
    await button(page, 'Unplug').click();
    await page.clock.runFor(10_000);
    await expect(status(page)).toContainText('offline');
    // The browser reports a shift after the frame in which it happened.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          new IntersectionObserver(() => resolve()).observe(document.body);
        }),
    );
    const shifts = () => (window as unknown as { readonly shifts: number[] }).shifts;
    expect(await page.evaluate(shifts)).toEqual([]);
    // axe waits for timers.
    await page.clock.resume();
    expect(await axeViolationsInBothModes(page)).toEqual([]);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the greenhouse is a still picture', async ({ page }) => {
    await page.goto('/');
    await expect(picture(page)).toBeVisible();
    await expect(picture(page)).toContainText(/\d °C/);
    await expect(greenhouse(page).getByRole('button')).toHaveCount(0);
    await expect(greenhouse(page)).not.toContainText('Pause', { useInnerText: true });
    await expect(page.getByRole('link', { name: 'Quickstart' })).toBeVisible();
  });
});
