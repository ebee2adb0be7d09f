import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import {
  button,
  deviceOf,
  editor,
  fragmentOf,
  openProgram,
  output,
  programPage,
  programTab,
  typeProgram,
} from './support/firmware.ts';
import { hydrated, open } from './support/fixtures.ts';
import { expect, test } from './support/mqtt-console.ts';
import { overflowOf } from './support/overflow.ts';
import { PageErrors } from './support/page-errors.ts';

test.describe.configure({ timeout: 60_000 });

/** First line of the site's program. */
const firstLine = /^# Runs a greenhouse over MQTT/;

/** Text of the file that a button downloads. */
async function downloaded(page: Page, name: string): Promise<string> {
  const started = page.waitForEvent('download');
  await button(page, name).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(name);
  return readFile(await download.path(), 'utf8');
}

test('the tabs of the device follow the keyboard', async ({ page, origin }) => {
  const pageErrors = new PageErrors(page, origin);
  await open(page, programPage);
  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  const device = deviceOf(page).getByRole('tab', { name: 'Device' });
  const panel = (name: string) => deviceOf(page).getByRole('tabpanel', { name });
  await expect(device).toHaveAttribute('aria-selected', 'true');
  await device.focus();
  await page.keyboard.press('ArrowRight');
  await expect(programTab(page)).toBeFocused();
  await expect(programTab(page)).toHaveAttribute('aria-selected', 'true');
  await expect(device).toHaveAttribute('tabindex', '-1');
  await expect(panel('Program')).toBeVisible();
  await expect(panel('Device')).toBeHidden();
  await expect(editor(page)).toContainText('import asyncio');
  await page.keyboard.press('Home');
  await expect(device).toBeFocused();
  await expect(panel('Device')).toBeVisible();
  await page.keyboard.press('End');
  await expect(panel('Program')).toBeVisible();
  await pageErrors.settled();
  expect(pageErrors.list).toEqual([]);
});

test('Tab indents, and Escape then Tab leaves the editor', async ({ page }) => {
  await openProgram(page);
  await expect(editor(page)).toHaveAccessibleDescription(/press Esc, then Tab/);
  await typeProgram(page, 'a = 1');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await expect(editor(page)).toHaveText('    a = 1');
  await page.keyboard.press('Shift+Tab');
  await expect(editor(page)).toHaveText('a = 1');
  await page.keyboard.press('Escape');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Run')).toBeFocused();
  // Back in the editor, Tab indents again; typing after Escape has the same effect.
  await page.keyboard.press('Shift+Tab');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.type('b');
  await page.keyboard.press('Tab');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Share')).toBeFocused();
});

test('the program is highlighted in the colors of the page, and can be searched', async ({
  page,
}) => {
  await openProgram(page);
  const keyword = editor(page).locator('.hljs-keyword').first();
  await expect(keyword).toHaveText('import');
  const pageColor = await page
    .locator('pre .hljs-keyword')
    .first()
    .evaluate((element) => getComputedStyle(element).color);
  await expect(keyword).toHaveCSS('color', pageColor);
  await button(page, 'Find').click();
  const field = deviceOf(page).getByRole('textbox', { name: 'Find' });
  await expect(field).toBeFocused();
  await page.keyboard.type('async def');
  await field.press('Enter');
  await expect(editor(page).locator('.cm-searchMatch').first()).toBeVisible();
  expect(await axeViolationsInBothModes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(editor(page)).toBeFocused();
});

test('the program is kept, and a reset can be undone', async ({ page }) => {
  await openProgram(page);
  await expect(editor(page)).toHaveText(firstLine);
  await expect(button(page, 'Reset')).toHaveAttribute('aria-disabled', 'true');
  await typeProgram(page, 'mine = 1');
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  await programTab(page).click();
  await expect(editor(page)).toHaveText('mine = 1');
  await button(page, 'Reset').click();
  await expect(editor(page)).toHaveText(firstLine);
  await expect(deviceOf(page)).toContainText('Your previous program is kept.');
  await button(page, 'Undo: bring it back').click();
  await expect(editor(page)).toHaveText('mine = 1');
  await expect(button(page, 'Undo: bring it back')).toBeHidden();
  // The button is gone; the focus must not be.
  await expect(deviceOf(page).getByRole('group', { name: 'Program of the device' })).toBeFocused();
});

test('the files for a board have the program and the values in use', async ({ page }) => {
  await openProgram(page);
  await typeProgram(page, 'mine = "°"');
  await button(page, 'Download').click();
  expect(await downloaded(page, 'main.py')).toBe('mine = "°"');
  const config = await downloaded(page, 'config.py');
  for (const name of ['WIFI_SSID', 'WIFI_PASSWORD', 'SERVER', 'DEVICE_ID', 'CONNECTION_KEY']) {
    expect(config).toMatch(new RegExp(`^${name} = "[^"]+"$`, 'm'));
  }
  const commands = [
    'mpremote mip install github:peterhinch/micropython-mqtt',
    'mpremote cp main.py config.py root-ca.der :',
    'mpremote reset',
  ];
  for (const command of commands) await expect(deviceOf(page)).toContainText(command);
  await expect(deviceOf(page).getByRole('button', { name: /^Copy command/ })).toHaveCount(
    commands.length,
  );
  expect(await axeViolationsInBothModes(page)).toEqual([]);
});

test('a link has the program in its fragment, which no request has', async ({ page, context }) => {
  const requests: string[] = [];
  context.on('request', (request) =>
    requests.push(
      [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join(' '),
    ),
  );
  await page.addInitScript(() => {
    const bodies: Promise<string>[] = [];
    Object.assign(window, { beacons: bodies });
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      bodies.push(new Response(body).text());
      return send(url, body);
    };
  });
  await openProgram(page);
  await typeProgram(page, 'print("shared secret")');
  await button(page, 'Share').click();
  const link = await deviceOf(page).getByLabel('Link with this program').inputValue();
  expect(new URL(link).pathname).toBe(programPage);
  expect(new URL(link).hash).toMatch(/^#program=[\w-]+$/);
  expect(await axeViolationsInBothModes(page)).toEqual([]);

  const other = await context.newPage();
  await other.addInitScript(() => localStorage.removeItem('docs-program'));
  await other.goto(link);
  await hydrated(other);
  await expect(deviceOf(other).getByRole('textbox', { name: 'Program of the link' })).toHaveText(
    'print("shared secret")',
  );
  const beacons = () =>
    page.evaluate(() => Promise.all((window as unknown as { beacons: Promise<string>[] }).beacons));
  await expect.poll(beacons).toHaveLength(1);
  expect(JSON.parse((await beacons())[0] ?? '')).toEqual({
    path: programPage,
    title: 'Heartbeat | Anedya Docs',
  });
  const data = new URL(link).hash.slice('#program='.length);
  const leaking = requests.filter((text) => text.includes(data) || text.includes('shared secret'));
  expect(leaking).toEqual([]);
});

test('a program that is too long for a link says so', async ({ page }) => {
  await openProgram(page);
  const noise = Array.from({ length: 9000 }, (_, index) => (index * index * 7919) % 9973).join('');
  await typeProgram(page, `# ${noise}`);
  await button(page, 'Share').click();
  await expect(deviceOf(page).getByRole('alert')).toContainText('too long for a link');
});

test('a link asks first, and keeps the program of the reader', async ({ page, origin }) => {
  const pageErrors = new PageErrors(page, origin);
  await openProgram(page);
  await typeProgram(page, 'mine = 1');
  await page.goto('about:blank');
  await open(page, programPage + fragmentOf('print("of the link")'));
  const shared = deviceOf(page).getByRole('textbox', { name: 'Program of the link' });
  await expect(shared).toHaveText('print("of the link")');
  await expect(
    deviceOf(page).getByRole('heading', { name: 'This link has a program' }),
  ).toBeFocused();
  await expect(programTab(page)).toHaveAttribute('aria-selected', 'true');
  // It can neither be edited nor run before the reader has accepted it.
  await expect(shared).toHaveAttribute('aria-readonly', 'true');
  await expect(button(page, 'Run')).toHaveCount(0);
  expect(await axeViolationsInBothModes(page)).toEqual([]);

  await button(page, 'Keep my program').click();
  await expect(editor(page)).toHaveText('mine = 1');
  expect(new URL(page.url()).hash).toBe('');

  await page.goto('about:blank');
  await open(page, programPage + fragmentOf('print("of the link")'));
  await button(page, 'Put it into the editor').click();
  await expect(editor(page)).toHaveText('print("of the link")');
  await expect(output(page)).toHaveText('What the program prints appears here.');
  await button(page, 'Undo: bring it back').click();
  await expect(editor(page)).toHaveText('mine = 1');
  await button(page, 'Undo: bring it back').click();
  await expect(editor(page)).toHaveText('print("of the link")');
  await pageErrors.settled();
  expect(pageErrors.list).toEqual([]);
});

test('a link that is opened on its page shows its program', async ({ page }) => {
  await open(page, programPage);
  await page.evaluate((hash) => (location.hash = hash), fragmentOf('a = 1'));
  const shared = deviceOf(page).getByRole('textbox', { name: 'Program of the link' });
  await expect(shared).toHaveText('a = 1');
  await page.evaluate((hash) => (location.hash = hash), fragmentOf('b = 2'));
  await expect(shared).toHaveText('b = 2');
});

for (const [what, fragment] of [
  ['cut', fragmentOf('print("of the link")').slice(0, -6)],
  ['escaped', '#program=%E0%A4%A'],
] as const) {
  test(`a damaged link says so (${what})`, async ({ page }) => {
    await open(page, programPage + fragment);
    await expect(deviceOf(page).getByRole('alert')).toContainText(
      'The program in this link is damaged',
    );
    await button(page, 'Close').click();
    await expect(editor(page)).toHaveText(firstLine);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the program fits, and can be edited without zoom', async ({ page }) => {
    await openProgram(page);
    expect(await overflowOf(page)).toBe(0);
    await expect(editor(page)).toHaveCSS('font-size', '16px');
    const scroller = deviceOf(page).locator('.cm-scroller');
    expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await button(page, 'Find').click();
    await expect(deviceOf(page).getByRole('textbox', { name: 'Find' })).toHaveCSS(
      'font-size',
      '16px',
    );
    await button(page, 'Share').click();
    await button(page, 'Download').click();
    expect(await overflowOf(page)).toBe(0);
    for (const control of await deviceOf(page).getByRole('button').all()) {
      const { height = 0 } = (await control.boundingBox()) ?? {};
      expect(height, (await control.innerText()) || 'button').toBeGreaterThanOrEqual(44);
    }
    expect(await axeViolationsInBothModes(page)).toEqual([]);
  });
});

test('an editor that could not be loaded can be loaded again', async ({ page }) => {
  await open(page, programPage);
  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  await deviceOf(page).waitFor();
  await page.route('**/assets/js/*', (route) => route.abort());
  await programTab(page).click();
  await expect(deviceOf(page).getByRole('alert')).toContainText('The editor could not be loaded');
  await page.unrouteAll();
  await button(page, 'Try again').click();
  await expect(editor(page)).toHaveText(firstLine);
});

test('a board that could not be loaded says so, and can be started again', async ({ page }) => {
  await openProgram(page);
  await typeProgram(page, "print('started')");
  await page.route('**/assets/firmware/*.js', (route) => route.abort());
  await button(page, 'Run').click();
  await expect(output(page)).toContainText('MicroPython could not be loaded');
  await page.unrouteAll();
  await button(page, 'Run').click();
  await expect(output(page)).toContainText('started');
});

test.describe('the board', () => {
  test('runs the program of the editor, and shows where it fails', async ({ page, origin }) => {
    const pageErrors = new PageErrors(page, origin);
    await openProgram(page);
    await typeProgram(
      page,
      'import time\n\ndef blink():\n    lamp.on()\n\nprint("start", 6 * 7)\nblink()\n',
    );
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(output(page)).toContainText('start 42', { timeout: 30_000 });
    await expect(output(page)).toContainText("NameError: name 'lamp' isn't defined");
    await expect(deviceOf(page)).toContainText('The program has ended');
    const inBlink = output(page).getByRole('button', { name: 'line 4, in blink' });
    await expect(inBlink).toHaveCSS(
      'color',
      await output(page)
        .getByText("NameError: name 'lamp' isn't defined")
        .evaluate((element) => getComputedStyle(element).color),
    );
    expect(await axeViolationsInBothModes(page)).toEqual([]);
    await inBlink.click();
    await expect(editor(page)).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('    lamp.on()');
    await button(page, 'Clear').click();
    await expect(output(page)).toHaveText('What the program prints appears here.');
    await pageErrors.settled();
    expect(pageErrors.list).toEqual([]);
  });

  test('moves the device, and stops with Ctrl+C, Ctrl+D and its power', async ({ page }) => {
    await openProgram(page);
    await typeProgram(
      page,
      'import asyncio\nfrom machine import Pin\n\nasync def main():\n    Pin(2, Pin.OUT).on()\n    print("on")\n    while True:\n        await asyncio.sleep(1)\n\nasyncio.run(main())\n',
    );
    const picture = deviceOf(page).getByRole('img');
    const lines = output(page).getByText('on', { exact: true });
    await expect(button(page, 'Ctrl+C')).toHaveAttribute('aria-disabled', 'true');
    await button(page, 'Run').click();
    await expect(lines).toHaveCount(1, { timeout: 30_000 });
    await expect(picture).toHaveAccessibleName(/lamp on/);
    await button(page, 'Soft reset').click();
    await expect(lines).toHaveCount(2);
    await output(page).focus();
    await page.keyboard.press('Control+d');
    await expect(lines).toHaveCount(3);
    await page.keyboard.press('Control+c');
    await expect(output(page)).toContainText('KeyboardInterrupt');
    await expect(deviceOf(page)).toContainText('The program has ended');
    await button(page, 'Power off').click();
    await expect(deviceOf(page)).toContainText('The board is off.');
    await expect(picture).toHaveAccessibleName(/lamp off/);
    await expect(button(page, 'Power off')).toHaveAttribute('aria-disabled', 'true');
  });

  test('shows the end of its output, unless the reader has scrolled up', async ({ page }) => {
    await openProgram(page);
    await typeProgram(page, 'for number in range(60):\n    print("line", number)\n');
    await button(page, 'Run').click();
    await expect(output(page).getByText('line 59', { exact: true })).toBeInViewport({
      timeout: 30_000,
    });
    await output(page).evaluate((box) => (box.scrollTop = 0));
    await expect(button(page, 'Go to the end')).toBeVisible();
    await button(page, 'Run').click();
    await expect(output(page).getByText('line 59', { exact: true })).toHaveCount(2);
    expect(await output(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await button(page, 'Go to the end').click();
    await expect(output(page).getByText('line 59', { exact: true }).last()).toBeInViewport();
    await expect(button(page, 'Go to the end')).toBeHidden();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page lists the program', async ({ page }) => {
    await page.goto('/device/mqtt-endpoints/');
    const listing = page.getByRole('group', { name: 'main.py' });
    await expect(listing).toContainText('import mqtt_as');
    await expect(listing).toContainText('asyncio.run(');
    await expect(page.getByRole('button', { name: 'Show the simulated device' })).toBeHidden();
  });
});
