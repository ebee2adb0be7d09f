import { createHash } from 'node:crypto';
import { bodyWithValues } from '../packages/openapi-model/src/values.ts';
import { open } from './support/fixtures.ts';
import { sampleMenu } from './support/locators.ts';
import { expect, openRunner, runner, sendButton, status, test } from './support/runner.ts';

/** Anedya Signature v1 with the cryptography of Node.js (specs/facts/platform-api.md, 2.4 B). */
function expectedSignature(body: string, timestamp: number, secret: string): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(timestamp));
  const digest = createHash('sha256').update(body).digest();
  return createHash('sha256').update(digest).update(time).update(`v1${secret}`).digest('hex');
}

const platformOperations = [
  'node-create',
  'node-list',
  'commands-send',
  'post-aggregates-variable-by-time',
  'deployments-create',
];
const deviceOperations = [
  'submitdata',
  'logs-submit-logs',
  'binddevice',
  'valuestore-set-value',
  'commands-update-status',
];
const operations = [
  ...platformOperations.map((id) => ({ id, page: `/platform-api/${id}/`, credential: 'API key' })),
  ...deviceOperations.map((id) => ({
    id,
    page: `/device/api/${id}/`,
    credential: 'Connection key',
  })),
];

for (const { id, page: urlPath, credential } of operations) {
  test(`${id} is sent from its page and gets the response`, async ({ page, platform }) => {
    const operation = platform.operations.find((candidate) => candidate.id === id);
    const now = Date.UTC(2026, 10, 26, 12);
    await page.clock.setFixedTime(now);
    await openRunner(page, urlPath);
    await runner(page).getByLabel(credential, { exact: true }).fill('bench-key');
    await expect(runner(page).getByText('You can still send the request')).toHaveCount(0);
    await sendButton(page).click();
    await expect(status(page)).toHaveText(/^200 OK \d+ ms · [\d.]+ (?:bytes|kB)$/);

    const [received, ...others] = platform.received;
    expect(others).toEqual([]);
    expect(`https://${received?.host}${received?.url}`).toBe(operation?.url);
    expect(received?.method).toBe('POST');
    expect(received?.headers['content-type']).toBe('application/json');
    expect(received?.headers.authorization).toBe(
      credential === 'API key' ? 'Bearer bench-key' : 'bench-key',
    );
    for (const name of ['cookie', 'origin', 'referer', 'x-forwarded-for', 'sec-fetch-site']) {
      expect(received?.headers[name]).toBeUndefined();
    }
    // An expiry of the example would be in the past.
    const { schema = {}, example = {} } = operation?.request ?? {};
    expect(JSON.parse(received?.body ?? '')).toEqual(bodyWithValues(schema, example, {}, now));
    const response = operation?.responses.find((candidate) => candidate.status === '200');
    const shown = await runner(page).getByRole('group', { name: 'Body', exact: true }).innerText();
    expect(JSON.parse(shown)).toEqual(response?.examples[0]?.value);
  });
}

test('an access token signs the request in the browser', async ({ page, platform }) => {
  await openRunner(page, '/platform-api/commands-send/');
  await runner(page).getByLabel('Credential type').selectOption('Access token');
  await runner(page).getByLabel('Access token id', { exact: true }).fill('token-1');
  await runner(page).getByLabel('Access token secret', { exact: true }).fill('hush');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  const { headers, body } = platform.received[0] ?? {};
  expect(headers).toMatchObject({
    authorization: 'ANEDYASIGV1',
    'x-anedya-tokenid': 'token-1',
    'x-anedya-signatureversion': 'v1',
  });
  const timestamp = Number(headers?.['x-anedya-timestamp']);
  expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(120);
  expect(headers?.['x-anedya-signature']).toBe(expectedSignature(body ?? '', timestamp, 'hush'));
});

test('a request can be sent with the keyboard only', async ({ page, platform }) => {
  await page.goto('/platform-api/node-list/');
  const button = page.locator('.send__open');
  await expect(button).toBeVisible();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Send a request' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(runner(page).getByLabel('Server')).toBeFocused();
  // Past the sandbox in this browser.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const key = runner(page).getByLabel('API key', { exact: true });
  for (let presses = 0; presses < 10; presses += 1) {
    if (await key.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(key).toBeFocused();
  await page.keyboard.type('typed-key');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText(/^200 OK/);
  expect(platform.received[0]?.headers.authorization).toBe('Bearer typed-key');
});

test('an invalid body is reported by field and can still be sent', async ({ page, platform }) => {
  await openRunner(page, '/platform-api/node-create/');
  await runner(page).getByLabel('API key', { exact: true }).fill('k');
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  await runner(page).getByRole('textbox', { name: /json/i }).fill('{"node_desc": 7}');
  await expect(runner(page).getByText('2 body fields have errors.')).toBeVisible();
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^400 Bad Request/);
  expect(platform.received[0]?.body).toBe('{"node_desc": 7}');
});

test('a documented reason links to its entry, and a field to its description', async ({
  page,
  platform,
}) => {
  platform.handler = (_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        success: false,
        error: 'no such node',
        errcode: 1,
        reasonCode: 'node::nodenotfound',
      }),
    );
  };
  await openRunner(page, '/platform-api/node-details/');
  await runner(page).getByLabel('API key', { exact: true }).fill('k');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^404 Not Found no such node \d+ ms · \d+ bytes$/);
  // A row of the tool is as wide as the tool, also where it is wider than a line of text.
  await page.setViewportSize({ width: 996, height: 800 });
  const response = await runner(page).locator('.runner__response').boundingBox();
  expect((await status(page).boundingBox())?.width).toBe(response?.width);
  // The status, and at the right on the same line the time and the size, each in one piece.
  const part = (name: string) => status(page).locator(`.outcome__${name}`);
  const [pill, figures] = [await part('status').boundingBox(), await part('figures').boundingBox()];
  const line = await status(page).boundingBox();
  if (!pill || !figures || !line) throw new Error('the status is not visible');
  expect(Math.abs(pill.y + pill.height / 2 - figures.y - figures.height / 2)).toBeLessThan(2);
  expect(figures.x + figures.width).toBeCloseTo(line.x + line.width, 0);
  expect(Math.max(pill.height, figures.height)).toBeLessThan(32);
  await expect(runner(page).getByText('Fix.', { exact: true })).toBeVisible();
  await runner(page).getByRole('link', { name: '"reasonCode"' }).hover();
  await expect(runner(page).locator('.runner__explained')).toContainText('reasonCode · string.');
  await runner(page).getByRole('link', { name: '"error"' }).focus();
  await expect(runner(page).locator('.runner__explained')).toContainText('error · string.');
  await runner(page).getByRole('link', { name: 'node::nodenotfound', exact: true }).click();
  await expect(page).toHaveURL(/#code-node-nodenotfound$/);
  await expect(page.locator('#code-node-nodenotfound')).toBeInViewport();
});

test('a number that JavaScript would round is shown as the platform sent it', async ({
  page,
  platform,
}) => {
  platform.handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"success":true,"totalCount":9007199254740993}');
  };
  await openRunner(page, '/platform-api/node-list/');
  await runner(page).getByLabel('API key', { exact: true }).fill('k');
  await sendButton(page).click();
  await expect(runner(page).getByRole('group', { name: 'Body', exact: true })).toHaveText(
    '{\n  "success": true,\n  "totalCount": 9007199254740993\n}',
  );
});

test('programs on the page follow what the reader would send', async ({ page }) => {
  await openRunner(page, '/platform-api/node-create/');
  await runner(page).getByLabel('Server').selectOption('https://api.anedya.io/v1');
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  await runner(page).getByRole('textbox', { name: /json/i }).fill('{"node_name": "my-own"}');
  await runner(page).getByLabel('API key', { exact: true }).fill('never-shown');
  const samples = page.locator('.operation__samples');
  for (const language of ['curl', 'python', 'java']) {
    await sampleMenu(samples).selectOption(language);
    const program = samples.locator(`.samples__panel.sample--http-${language}`);
    await expect(program).toContainText('my-own');
    await expect(program).toContainText('https://api.anedya.io/v1');
    await expect(program).toContainText('/node/create');
    await expect(program).toContainText('ANEDYA_API_KEY');
    await expect(program.locator('.hljs-string').first()).toBeVisible();
  }
  await expect(page.getByText('never-shown')).toHaveCount(0);
});

test('a request in flight can be canceled', async ({ page, platform }) => {
  await openRunner(page, '/platform-api/node-list/');
  await runner(page).getByLabel('API key', { exact: true }).fill('k');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  const taken = new Promise<void>((resolve) => {
    platform.handler = (_request, response) => {
      response.on('close', () => resolve());
      waiting();
    };
  });
  let waiting: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (waiting = resolve));
  await sendButton(page).click();
  await expect(status(page)).toHaveText('Waiting for the response…');
  await arrived;
  // A past request is not sent meanwhile, and does not replace what the reader types.
  const body = runner(page).getByRole('textbox', { name: /json/i });
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  await body.fill('{"limit": 7}');
  await runner(page).getByText('Requests in this tab (1)').click();
  await runner(page)
    .getByRole('button', { name: /^Send again/ })
    .click({ force: true });
  await expect(body).toHaveValue('{"limit": 7}');
  await runner(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(status(page)).toHaveText(/^Canceled\./);
  // The connection to the platform is closed: nothing waits for a response that nobody reads.
  await taken;
});

test('a reload keeps choices, values and sent requests, but not the response', async ({
  page,
  context,
}) => {
  await openRunner(page, '/platform-api/node-list/');
  await runner(page).getByLabel('Server').selectOption('https://api.anedya.io/v1');
  await runner(page).getByLabel('API key', { exact: true }).fill('kept-key');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await page.reload();
  await page.locator('.send__open').click();
  await expect(runner(page).getByLabel('API key', { exact: true })).toHaveValue('kept-key');
  await expect(runner(page).getByLabel('Server')).toHaveValue('https://api.anedya.io/v1');
  await expect(status(page)).toHaveText('The response appears here.');
  await expect(runner(page).getByText('Requests in this tab (1)')).toBeVisible();

  // Another tab of the browser has the same selected server, but no secrets.
  const other = await context.newPage();
  await openRunner(other, '/platform-api/node-create/');
  await expect(runner(other).getByLabel('Server')).toHaveValue('https://api.anedya.io/v1');
  await expect(runner(other).getByLabel('API key', { exact: true })).toHaveValue('');
  await expect(runner(other).getByText(/Requests in this tab/)).toHaveCount(0);
});

test('past requests are resent from their own page', async ({ page, platform }) => {
  await openRunner(page, '/platform-api/node-list/');
  await runner(page).getByLabel('API key', { exact: true }).fill('k');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await runner(page).getByText('Requests in this tab (1)').click();
  await runner(page)
    .getByRole('button', { name: /^Send again: List nodes/ })
    .click();
  await expect(runner(page).getByText('Requests in this tab (2)')).toBeVisible();

  await page.getByRole('link', { name: 'Create a node', exact: true }).first().click();
  await expect(page).toHaveURL(/node-create/);
  await page.locator('.send__open').click();
  await runner(page).getByText('Requests in this tab (2)').click();
  await runner(page)
    .getByRole('link', { name: /^Send again: List nodes/ })
    .first()
    .click();
  await expect(page).toHaveURL(/node-list/);
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect
    .poll(() => platform.received.map(({ url }) => url))
    .toEqual(['/v1/node/list', '/v1/node/list', '/v1/node/list']);
});

// URL and form are far apart: one button opens the form, and the other is visible everywhere in the form.
for (const size of [
  { width: 1440, height: 800 },
  { width: 996, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`Send stays visible at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page, '/platform-api/commands-send/');
    const opener = page.locator('.send__open');
    await expect(opener).toHaveText('Try it');
    await opener.click();
    await expect(page.getByRole('heading', { name: 'Send a request' })).toBeFocused();
    await expect(runner(page).getByRole('button', { name: 'In 1 hour' })).toBeVisible();
    // The form is rendered again with the values of the project, and a future timestamp instead of the example's.
    const [closer, server] = await Promise.all([
      runner(page).getByRole('button', { name: 'Close', exact: true }).boundingBox(),
      runner(page).getByText('Server', { exact: true }).boundingBox(),
    ]);
    expect((server?.y ?? NaN) - (closer?.y ?? NaN) - (closer?.height ?? NaN)).toBeGreaterThan(8);
    const expiry = runner(page).getByLabel('expiry', { exact: true });
    await expect(expiry).not.toHaveValue(String(Date.UTC(2026, 0, 1, 1)));
    for (const field of ['Server', 'expiry']) {
      await runner(page).getByLabel(field, { exact: true }).scrollIntoViewIfNeeded();
      await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
    }
  });
}

test('on a wide screen, the request runner is a panel beside the text with Send always in view', async ({
  page,
}) => {
  await openRunner(page, '/platform-api/post-aggregates-variable-by-time/');
  const panel = await runner(page).boundingBox();
  const text = await page.locator('.operation__details').boundingBox();
  expect(panel?.x).toBeGreaterThanOrEqual((text?.x ?? NaN) + (text?.width ?? NaN));
  await expect(sendButton(page)).toBeInViewport();
  await runner(page).getByLabel('API key', { exact: true }).fill('bench-key');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  for (const place of [runner(page).getByLabel('Server'), status(page)]) {
    await place.scrollIntoViewIfNeeded();
    await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
  }
  await page.locator('article h2', { hasText: 'Errors' }).scrollIntoViewIfNeeded();
  await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
});

test('Escape closes the request runner, except in a field, returns the focus, and keeps the body', async ({
  page,
}) => {
  await openRunner(page, '/platform-api/node-list/');
  await runner(page).getByLabel('API key', { exact: true }).press('Escape');
  await expect(runner(page)).toBeVisible();
  const body = runner(page).getByRole('textbox', { name: /json/i });
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  await body.fill('{"limit": 7}');
  await sendButton(page).press('Escape');
  await expect(runner(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  await expect(body).toHaveValue('{"limit": 7}');
});
