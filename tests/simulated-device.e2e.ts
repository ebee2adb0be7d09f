import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { deviceOf } from './support/firmware.ts';
import { open } from './support/fixtures.ts';
import {
  connectConsole,
  expect,
  projectOf,
  sendToPlatform,
  stateOf,
  test,
} from './support/mqtt-console.ts';
import { overflowOf } from './support/overflow.ts';
import { PageErrors } from './support/page-errors.ts';
import { storedProject } from './support/sandbox.ts';

test.describe.configure({ timeout: 90_000 });

const homes = ['server', 'browser'] as const;

const press = (page: Page, name: string) =>
  deviceOf(page).getByRole('button', { name, exact: true }).click();

/** A value on the device and on the platform. */
const row = (page: Page, name: string) => deviceOf(page).getByRole('row', { name });

/** Messages with this text, newest first. */
const messages = (page: Page, text: string | RegExp) =>
  deviceOf(page)
    .getByRole('list', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: text });

const group = (page: Page, name: string) =>
  deviceOf(page).getByRole('group', { name, exact: true });

/** Opens the device and starts it. It has run the queued command of a new project. */
async function start(page: Page, home: (typeof homes)[number], urlPath = '/features/heartbeat/') {
  await page.addInitScript((value) => localStorage.setItem('docs-sandbox-home', value), home);
  await open(page, urlPath);
  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  await press(page, 'Start');
  await expect(deviceOf(page).getByRole('status').first()).toHaveText(
    'Running with firmware 1.0.0.',
  );
  await expect(row(page, 'Lamp')).toHaveText('Lamponon');
}

for (const home of homes) {
  test(`a turned knob arrives on the platform (${home})`, async ({ page, origin }) => {
    const pageErrors = new PageErrors(page, origin);
    await start(page, home);
    const knob = deviceOf(page).getByRole('slider', { name: 'Temperature' });
    await knob.focus();
    await knob.press('ArrowRight');
    await knob.press('ArrowRight');
    await expect(row(page, 'Temperature')).toHaveText('Temperature23 °C23 °C');
    await press(page, 'Open the door');
    await expect(row(page, 'Door')).toHaveText('Dooropenopen');
    await expect(deviceOf(page).getByRole('img')).toHaveAccessibleName(/door open, lamp on/);

    const sent = messages(page, 'submitdata/json').first();
    await expect(sent).toContainText('"door_state","value":"open"');
    await expect(sent.getByRole('link', { name: 'Submit data', exact: true })).toHaveAttribute(
      'href',
      '/device/api/submitdata/',
    );
    await expect(
      sent.getByRole('link', { name: /^Code sample of Submit data in/ }),
    ).toHaveAttribute('href', '/device/api/submitdata/#code-samples');
    await expect(messages(page, 'POST /data/latest').first()).toContainText('200');
    expect(await axeViolations(page)).toEqual([]);
    await pageErrors.settled();
    expect(pageErrors.list).toEqual([]);
  });

  test(`a command moves through its states, and one that is unknown fails (${home})`, async ({
    page,
  }) => {
    await start(page, home);
    await press(page, 'Lamp off');
    await expect(group(page, 'Command')).toContainText(
      'set-led off: pending → received → processing → success',
    );
    await expect(row(page, 'Lamp')).toHaveText('Lampoffoff');
    await press(page, 'Unknown command');
    await expect(group(page, 'Command')).toContainText('processing → failure');
    // A stopped device gets the command when it connects again.
    await press(page, 'Stop');
    await press(page, 'Pump on');
    await expect(deviceOf(page)).toContainText('the device gets it when it connects');
    await press(page, 'Start');
    await expect(group(page, 'Command')).toContainText(
      'set-pump on: pending → received → processing → success',
    );
    await expect(row(page, 'Pump')).toHaveText('Pumponon');
    // The platform gets the values of a device that was changed while it was stopped.
    await press(page, 'Stop');
    await press(page, 'Open the door');
    await expect(row(page, 'Door')).toHaveText('Dooropenclosed');
    await press(page, 'Start');
    await expect(row(page, 'Door')).toHaveText('Dooropenopen');
  });

  test(`an unplugged device leaves its last will, misses heartbeats and is offline (${home})`, async ({
    page,
  }) => {
    await page.clock.install();
    await start(page, home);
    await expect(group(page, 'Health')).toContainText('Online');
    await press(page, 'Unplug');
    await expect(deviceOf(page).getByRole('status').first()).toContainText('without DISCONNECT');
    await expect(group(page, 'Health')).toContainText('Last will in the logs: “connection lost”');
    await page.clock.fastForward(30_000);
    await expect(deviceOf(page)).toContainText(/\d+ s ago, [67] missed/);
    await expect(group(page, 'Health')).toContainText('Offline');
    await expect(messages(page, 'DISCONNECT')).toHaveCount(0);
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Start');
    await expect(group(page, 'Health')).toContainText('Online');
  });

  test(`a written setting changes the interval (${home})`, async ({ page }) => {
    await page.clock.install();
    await start(page, home);
    await expect(group(page, 'Setting')).toContainText('The device submits every 30 s.');
    await group(page, 'Setting').getByLabel('push-interval').selectOption('60 s');
    await press(page, 'Write value');
    await expect(group(page, 'Setting')).toContainText('The device submits every 60 s.');
    const all = messages(page, /PUBLISHsubmitdata\/json.*"humidity"/);
    const before = await all.count();
    await page.clock.fastForward(61_000);
    await expect(all).toHaveCount(before + 1);
  });

  test(`a rollout reaches the device, and a failure aborts the next one (${home})`, async ({
    page,
  }) => {
    await start(page, home, '/features/ota/ota-anedya/');
    await press(page, 'Roll out firmware');
    await expect(group(page, 'Firmware')).toContainText('Deployment of firmware 1.1.0: running');
    await press(page, 'Device: check for updates');
    await expect(group(page, 'Firmware')).toContainText('firmware 1.1.0, downloading');
    await expect(group(page, 'Firmware')).toContainText('firmware 1.1.0, success');
    await expect(group(page, 'Firmware')).toContainText('“pilot”, 1 device: complete');
    await expect(group(page, 'Firmware')).toContainText('“fleet”, 10 devices: waiting for 10 more');
    await expect(deviceOf(page).getByRole('status').first()).toHaveText(
      'Running with firmware 1.1.0.',
    );

    // The first rollout waits in its second stage for other devices.
    await deviceOf(page).getByLabel('Damage the next download').check();
    await press(page, 'Roll out firmware');
    await expect(group(page, 'Firmware')).toContainText('Deployment of firmware 1.2.0: running');
    await press(page, 'Device: check for updates');
    await expect(group(page, 'Firmware')).toContainText('firmware 1.2.0, failure');
    await expect(group(page, 'Firmware')).toContainText('Deployment of firmware 1.2.0: aborted');
    await expect(group(page, 'Firmware')).toContainText('1 failure: the limit is 1');
    expect(await axeViolations(page)).toEqual([]);
  });
}

test('the platform has what the device submits', async ({ page }) => {
  await start(page, 'server');
  await deviceOf(page).getByRole('slider', { name: 'Humidity' }).fill('71');
  await expect(row(page, 'Humidity')).toHaveText('Humidity71 %71 %');
  const project = await projectOf(page);
  const nodes = [project.nodes[0]?.nodeId];
  const { data } = await sendToPlatform(project, '/data/latest', { nodes, variable: 'humidity' });
  expect(JSON.stringify(data)).toContain('"value":71');
});

test('the console of the same device takes over, and the page says so', async ({ page }) => {
  await page.clock.install();
  await connectConsole(page);
  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  await press(page, 'Start');
  await expect(stateOf(page)).toContainText('Another client took over the session');
  await page
    .getByRole('region', { name: 'MQTT console' })
    .getByRole('button', { name: 'Connect' })
    .click();
  await expect(deviceOf(page).getByRole('alert')).toContainText('Another client took over');
  await expect(deviceOf(page).getByRole('status').first()).toHaveText('Not connected.');
  // The console sends no heartbeats.
  await expect(group(page, 'Health')).toContainText('Online');
  await page.clock.fastForward(30_000);
  await expect(group(page, 'Health')).toContainText('Offline');
});

test('the device follows the project of the tab: to the other sandbox, and to its deletion', async ({
  page,
}) => {
  await page.clock.install();
  await start(page, 'server');
  const box = page.getByRole('region', { name: 'Sandbox project' });
  const values = page.getByRole('button', { name: /^Your values/ });
  const stopped = async () => {
    await page.keyboard.press('Escape');
    await expect(deviceOf(page).getByRole('status').first()).toHaveText('Not started.');
    await expect(deviceOf(page).getByRole('alert')).toContainText('Start the device again.');
  };
  await values.click();
  await box.getByRole('button', { name: 'Use a sandbox in this browser' }).click();
  await stopped();
  await press(page, 'Start');
  await expect(row(page, 'Lamp')).toHaveText('Lamponon');
  await values.click();
  await box.getByRole('button', { name: 'Delete project', exact: true }).click();
  await box.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(box).toContainText('Project deleted.');
  await stopped();
  await page.clock.fastForward(30_000);
  expect(await storedProject(page)).toBeUndefined();
});

test('without a sandbox, the page says what to do', async ({ page }) => {
  await page.route('**/sandbox/projects', (route) => route.abort());
  await open(page, '/features/heartbeat/');
  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  await press(page, 'Start');
  await expect(deviceOf(page).getByRole('alert')).toContainText('Could not connect to the sandbox');
  await expect(deviceOf(page).getByRole('alert')).toContainText('Fix.');
});

for (const width of [320, 390]) {
  test(`the device fits a screen of ${width} px, in both color modes`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await start(page, 'server');
    expect(await overflowOf(page)).toBe(0);
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    expect(await axeViolations(page)).toEqual([]);
  });
}

test('a heartbeat leaves the antenna of the device', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await start(page, 'server');
  const beats = await page.evaluateHandle(() => {
    const names: string[] = [];
    addEventListener('animationstart', ({ animationName }) => names.push(animationName));
    return names;
  });
  await expect
    .poll(() => beats.jsonValue(), { timeout: 15_000 })
    .toEqual(expect.arrayContaining(['device-beat', 'live-arrival']));
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves', async ({ page }) => {
    await start(page, 'server');
    await press(page, 'Pump on');
    await expect(row(page, 'Pump')).toHaveText('Pumponon');
    const running = await page.evaluate(() => document.getAnimations().length);
    expect(running).toBe(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says that the device needs it', async ({ page }) => {
    await page.goto('/features/heartbeat/');
    await expect(page.getByRole('button', { name: 'Show the simulated device' })).toBeHidden();
    await expect(page.getByText('The simulation needs JavaScript.')).toBeVisible();
  });
});
