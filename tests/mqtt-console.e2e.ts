import type { Page } from '@playwright/test';
import { connectAsync } from 'mqtt';
import { axeViolations, axeViolationsInBothModes } from './support/axe.ts';
import { overflowOf } from './support/overflow.ts';
import { PageErrors } from './support/page-errors.ts';
import { open } from './support/fixtures.ts';
import { heading } from './support/locators.ts';
import {
  sendToPlatform,
  connectConsole,
  consoleOf,
  consolePage,
  entries,
  expect,
  openConsole,
  press,
  projectOf,
  stateOf,
  test,
} from './support/mqtt-console.ts';
import { storedElsewhere, storedProject } from './support/sandbox.ts';

// One test sends all documented requests.
test.describe.configure({ timeout: 180_000 });

for (const version of ['MQTT 5.0', 'MQTT 3.1.1']) {
  test(`a device connects with ${version}, publishes and gets the response`, async ({
    page,
    origin,
  }) => {
    const pageErrors = new PageErrors(page, origin);
    await connectConsole(page, version);
    await expect(stateOf(page)).toContainText(version);
    await press(page, 'Publish');
    const request = entries(page, '…/submitdata/json').filter({ hasText: 'Out' });
    await expect(request).toContainText('QoS 1');
    await expect(request).toContainText(
      version === 'MQTT 5.0' ? 'reason code 0 Success' : 'Acknow',
    );
    await expect(request).toContainText('response received');
    const response = entries(page, '…/response');
    await expect(response).toContainText(/response to …\/submitdata\/json after \d+ ms/);
    await expect(response).toContainText('"success": true');

    // MQTT and HTTP share one state: the published value can be read.
    const project = await projectOf(page);
    const { data } = await sendToPlatform(project, '/data/latest', {
      nodes: [project.nodes[0]?.nodeId],
      variable: 'temperature',
    });
    expect(JSON.stringify(data)).toContain('24.5');
    await pageErrors.settled();
    expect(pageErrors.list).toEqual([]);
  });
}

for (const home of ['server', 'browser']) {
  test(`every documented request gets a response from the sandbox of the ${home}, and its example has the ids of the project`, async ({
    page,
  }) => {
    await page.addInitScript((name) => localStorage.setItem('docs-sandbox-home', name), home);
    await connectConsole(page);
    const select = consoleOf(page).getByLabel('Request');
    const options = await select.getByRole('option').allTextContents();
    expect(options.length).toBeGreaterThan(14);
    for (const [index, option] of options.entries()) {
      await select.selectOption({ index });
      const suffix = / · (\S+)/.exec(option)?.[1] ?? 'heartbeat';
      await expect(consoleOf(page).locator('summary', { hasText: 'Body' }).first()).toContainText(
        'web-',
      );
      await press(page, 'Publish');
      const sent = entries(page, `…/${suffix}`).filter({ hasText: 'Out' }).first();
      await expect(sent).toContainText('response received');
    }
    const { nodes } = await projectOf(page);
    const deviceId = nodes[0]?.deviceId ?? '';
    await expect(entries(page, '…/bindDevice/json').filter({ hasText: 'Out' })).not.toContainText(
      '00000000-0000-4000-8000',
    );
    expect(deviceId).not.toBe('');
  });
}

test('a command sent from its page arrives in the console, its status is reported, and HTTP returns it', async ({
  page,
}) => {
  await connectConsole(page);
  // Navigates to another page in this tab and back: connection and timeline stay.
  await consoleOf(page).getByRole('link', { name: 'Send a command' }).click();
  await expect(page).toHaveURL('/platform-api/commands-send/');
  await expect(heading(page)).toHaveText('Send a command');
  await page.locator('.send__open').click();
  const runner = page.getByRole('region', { name: 'Send a request' });
  await runner.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(runner.getByRole('status').first()).toHaveText(/^200 OK/);
  await page.goBack();

  await expect(stateOf(page)).toContainText('Connected');
  await expect(entries(page, /HTTPSend a command/)).toContainText('200 OK');
  const pushed = entries(page, '…/commands').filter({ hasText: '"command"' });
  await expect(pushed).toHaveCount(1);
  const body = await pushed.locator('code.hljs').innerText();
  const { commandId } = JSON.parse(body) as { commandId: string };

  const project = await projectOf(page);
  const state = async () =>
    (await sendToPlatform(project, '/commands/getDetails', { commandId })).status;
  const report = pushed.getByRole('group', { name: 'Report the status' });
  await report.getByRole('button', { name: 'received' }).click();
  await expect(report).toContainText('Reported: received.');
  await expect(report.getByRole('button', { name: 'processing' })).toBeFocused();
  expect(await state()).toBe('received');
  await report.getByRole('button', { name: 'processing' }).click();
  await expect(report).toContainText('Reported: processing.');
  expect(await state()).toBe('processing');
  await report.getByRole('button', { name: 'success' }).click();
  await expect(report).toContainText('Reported: success. The command is complete.');
  expect(await state()).toBe('success');
  await expect(report.getByRole('button')).toHaveCount(0);
});

test('a command sent with the console’s own button arrives', async ({ page }) => {
  await connectConsole(page);
  await consoleOf(page).getByRole('textbox', { name: 'Data', exact: true }).fill('off');
  await press(page, 'Send command');
  await expect(entries(page, '…/commands').filter({ hasText: '"off"' })).toHaveCount(1);
  await expect(entries(page, /HTTPSend a command/)).toContainText('200 OK');
  // Each command is announced: a screen reader says a text only when it changes.
  const announced = consoleOf(page).getByText(/^Received: commands \S+$/);
  const first = await announced.innerText();
  await press(page, 'Send command');
  await expect(announced).not.toHaveText(first);
});

test('a value that is set over HTTP arrives', async ({ page }) => {
  await connectConsole(page);
  const project = await projectOf(page);
  const written = await sendToPlatform(project, '/valuestore/setValue', {
    namespace: { scope: 'node', id: project.nodes[0]?.nodeId },
    key: 'push-interval',
    value: 45,
    type: 'float',
  });
  expect(written).toMatchObject({ success: true });
  await expect(entries(page, '…/valuestore/updates/json')).toContainText('"value": 45');
});

test('an invalid body gets a message on `errors`, and a foreign topic is explained', async ({
  page,
}) => {
  await connectConsole(page);
  const panel = consoleOf(page);
  await panel.locator('summary', { hasText: 'Body' }).first().click();
  await panel.getByRole('tab', { name: 'JSON' }).click();
  await panel.getByRole('textbox', { name: /json/i }).fill('{"reqId":"mine","data":7}');
  await expect(panel.getByText('You can still publish the request.')).toBeVisible();
  await press(page, 'Publish');
  await expect(entries(page, '…/errors')).toContainText('"mine"');
  await panel.getByLabel('Request').selectOption('Heartbeat or custom topic');
  await panel.getByLabel('Topic suffix').fill('nothing/json');
  await press(page, 'Publish');
  await expect(entries(page, '…/nothing/json').filter({ hasText: 'Out' })).toContainText(
    'reason code 144',
  );
});

test('a wrong key is reported with what to do', async ({ page }) => {
  await page.route('**/sandbox/projects', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      /"connectionKey":"[^"]+"/g,
      '"connectionKey":"00000000000000000000000000000000"',
    );
    await route.fulfill({ response, body });
  });
  await openConsole(page);
  await press(page, 'Connect');
  await expect(stateOf(page)).toContainText('Bad user name or password');
  await expect(stateOf(page)).toContainText('reason code 134');
  await expect(stateOf(page)).toContainText('Fix.');
  expect(await axeViolations(page)).toEqual([]);
});

test('an unavailable sandbox and a failed project creation are reported', async ({ page }) => {
  await page.routeWebSocket(/\/sandbox\/mqtt$/, (socket) => void socket.close());
  await openConsole(page);
  await press(page, 'Connect');
  await expect(stateOf(page)).toContainText('Could not connect to the sandbox');
  await page.route('**/sandbox/projects/current', (route) => route.abort());
  await press(page, 'Connect');
  await expect(stateOf(page)).toContainText('Could not connect to the sandbox');
  await expect(stateOf(page)).toContainText('Fix.');
});

test('a client with the same device UUID takes over, and the console reports it', async ({
  page,
  origin,
}) => {
  await connectConsole(page);
  const { nodes } = await projectOf(page);
  const [{ deviceId, connectionKey } = { deviceId: '', connectionKey: '' }] = nodes;
  const own = await connectAsync(`${origin.replace('http', 'ws')}/sandbox/mqtt`, {
    clientId: deviceId,
    username: deviceId,
    password: connectionKey,
    protocolVersion: 5,
    reconnectPeriod: 0,
  });
  await expect(stateOf(page)).toContainText('Another client took over the session');
  await expect(stateOf(page)).toContainText('reason code 142');
  await expect(stateOf(page)).toContainText('mosquitto_sub');
  await own.endAsync();
  await press(page, 'Connect');
  await expect(stateOf(page)).toContainText('Connected as');
});

test('two tabs share one device: the one that connects last takes over, with a reason', async ({
  page,
  context,
}) => {
  await connectConsole(page);
  const other = await context.newPage();
  await connectConsole(other);
  expect((await projectOf(other)).apiKey).toBe((await projectOf(page)).apiKey);
  await expect(stateOf(page)).toContainText('Another client took over the session');
  await expect(stateOf(other)).toContainText('Connected as');
});

test('a reset project ends the connection with a reason', async ({ page }) => {
  await connectConsole(page);
  await sendToPlatform(
    { ...(await projectOf(page)), platformUrl: new URL('/sandbox', page.url()).href },
    '/projects/reset',
    {},
  );
  await expect(stateOf(page)).toContainText('The credentials of this device are no longer valid');
  await press(page, 'Connect');
  await expect(stateOf(page)).toContainText('Connected as');
});

const sandboxBox = (page: Page) => page.getByRole('region', { name: 'Sandbox project' });

for (const [name, confirm] of [
  ['Reset', 'Yes, reset'],
  ['Delete project', 'Yes, delete'],
] as const) {
  test(`the console follows the project through ${name}`, async ({ page }) => {
    await connectConsole(page);
    const former = (await projectOf(page)).nodes[0];
    await page.getByRole('button', { name: /^Your values/ }).click();
    await sandboxBox(page).getByRole('button', { name, exact: true }).click();
    await sandboxBox(page).getByRole('button', { name: confirm }).click();
    await expect(sandboxBox(page)).toContainText(
      name === 'Reset' ? 'The project has new sample data' : 'Project deleted.',
    );
    await page.keyboard.press('Escape');
    await expect(stateOf(page)).toContainText('The credentials of this device are no longer valid');
    await expect(consoleOf(page)).not.toContainText(former?.connectionKey ?? 'a key');

    const send = consoleOf(page).getByRole('button', { name: 'Send command' });
    if (name === 'Delete project') {
      await expect(consoleOf(page)).toContainText('Connect first to create a sandbox project');
      await expect(send).toHaveAttribute('aria-disabled', 'true');
      await send.click({ force: true });
      expect(await storedProject(page)).toBeUndefined();
    } else {
      await send.click();
      await expect(
        consoleOf(page)
          .getByText(/^200 OK · /)
          .first(),
      ).toBeVisible();
    }
    await press(page, 'Connect');
    await expect(stateOf(page)).toContainText('Connected as');
    await send.click();
    await expect(entries(page, '…/commands').filter({ hasText: '"command"' })).toHaveCount(1);
    await consoleOf(page).locator('summary', { hasText: 'terminal command' }).click();
    const current = (await projectOf(page)).nodes[0];
    expect(current?.deviceId).not.toBe(former?.deviceId);
    await expect(consoleOf(page)).toContainText(current?.connectionKey ?? 'a key');
  });
}

test('a notice about a replaced project says how to continue', async ({ page, request }) => {
  await connectConsole(page);
  const { apiKey } = await projectOf(page);
  await request.delete(new URL('/sandbox/projects', page.url()).href, {
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  await expect(stateOf(page)).toContainText('The credentials of this device are no longer valid');
  await expect(stateOf(page)).toContainText('need the new setup commands');
  await press(page, 'Send command');
  await expect(consoleOf(page)).toContainText('It was replaced by a new project');
  await press(page, 'Connect');
  await expect(stateOf(page)).toContainText('Connected as');
  // Messages about the previous connection are gone.
  await expect(consoleOf(page)).not.toContainText('It was replaced by a new project');
  await expect(stateOf(page)).toContainText('Your previous sandbox project expired');
  expect(await axeViolations(page)).toEqual([]);
  await press(page, 'OK');
  await expect(stateOf(page)).not.toContainText('Your previous sandbox project expired');
});

test('the console disconnects, clears and closes', async ({ page }) => {
  await connectConsole(page);
  await press(page, 'Publish');
  await expect(entries(page, '…/response')).toHaveCount(1);
  await press(page, 'Clear');
  await expect(consoleOf(page).locator('ol > li')).toHaveCount(0);
  await press(page, 'Disconnect');
  await expect(stateOf(page)).toHaveText('Not connected.');
  // A button that cannot act yet keeps the focus and shows what is missing.
  await consoleOf(page).getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(consoleOf(page).getByText('Connect first.')).toBeVisible();
  await expect(entries(page, 'submitdata')).toHaveCount(0);
  await press(page, 'Close');
  await expect(consoleOf(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'MQTT console' })).toBeFocused();
});

test('a console that is opened twice while it loads closes once', async ({ page }) => {
  await open(page, consolePage);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/js/**', (route) => released.then(() => route.continue()));
  const button = page.getByRole('button', { name: 'MQTT console' });
  await button.click();
  await button.click();
  release();
  await consoleOf(page).waitFor();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await press(page, 'Close');
  await expect(consoleOf(page)).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the console works with the keyboard only', async ({ page }) => {
  await open(page, consolePage);
  const reach = async (name: string) => {
    const wanted = page.getByRole('button', { name, exact: true });
    for (let presses = 0; presses < 40; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(wanted).toBeFocused();
  };
  await page.getByRole('button', { name: 'MQTT console' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'MQTT console' })).toBeFocused();
  await reach('Connect');
  await page.keyboard.press('Enter');
  await expect(stateOf(page)).toContainText('Connected as');
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeFocused();
  await reach('Publish');
  await page.keyboard.press('Enter');
  await expect(entries(page, '…/response')).toHaveCount(1);
  // The button that opened the console closes it, and disconnects.
  await page.getByRole('button', { name: 'MQTT console' }).click();
  await page.keyboard.press('Enter');
  await expect(stateOf(page)).toHaveText('Not connected.');
});

test('no secret is in a log, a URL, the console or other storage', async ({ page, log }) => {
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  page.on('websocket', (socket) => seen.push(socket.url()));
  page.on('console', (message) => seen.push(message.text()));
  await connectConsole(page);
  await press(page, 'Send command');
  await expect(entries(page, '…/commands').first()).toBeVisible();
  const { nodes, apiKey } = await projectOf(page);
  const kept = await storedElsewhere(page);
  const shown = [...seen, kept, ...log].join('\n');
  expect(shown).toContain('/sandbox/mqtt');
  for (const secret of [apiKey, nodes[0]?.connectionKey ?? '']) {
    expect(secret.length).toBeGreaterThan(10);
    expect(shown).not.toContain(secret);
  }
});

for (const width of [1440, 996, 390]) {
  test(`axe finds nothing in the console at ${width} px`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await openConsole(page);
    expect.soft(await axeViolationsInBothModes(page), 'opened').toEqual([]);
    await press(page, 'Connect');
    await expect(stateOf(page)).toContainText('Connected as');
    await press(page, 'Send command');
    await entries(page, '…/commands').getByRole('button', { name: 'failure' }).click();
    await expect(entries(page, 'The command is complete.')).toHaveCount(1);
    for (const summary of await consoleOf(page).locator('summary').all()) await summary.click();
    expect.soft(await axeViolationsInBothModes(page), 'in use').toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
}
