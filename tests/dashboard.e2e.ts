import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { APIRequestContext, Page, Route } from '@playwright/test';
import { placeOf } from './examples/support/examples.ts';
import { axeViolations } from './support/axe.ts';
import { expect, test as base } from './support/fixtures.ts';

const file = placeOf('dashboard/dashboard.html');

/** A second origin with the file, like a static host of the reader. */
const test = base.extend<object, { readonly host: string }>({
  host: [
    // Playwright reads the fixture's dependencies from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const html = await readFile(file);
      const server = createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      await use(`http://127.0.0.1:${port}/dashboard.html`);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    { scope: 'worker' },
  ],
});

interface Project {
  readonly platformUrl: string;
  readonly deviceUrl: string;
  readonly apiKey: string;
  readonly nodes: readonly { readonly nodeId: string; readonly connectionKey: string }[];
}

interface Token {
  readonly tokenId: string;
  readonly token: string;
}

/** A sandbox project, and the session that its back end issues for the first node. */
async function startSession(request: APIRequestContext) {
  const project = (await (await request.post('/sandbox/projects')).json()) as Project;
  const { platformUrl: api, deviceUrl, apiKey } = project;
  const { nodeId = '', connectionKey = '' } = project.nodes[0] ?? {};
  const asBackEnd = async (path: string, data: object) => {
    const headers = { Authorization: `Bearer ${apiKey}` };
    return (await request.post(api + path, { headers, data })).json() as Promise<Token>;
  };
  const { tokenId, token: secret } = await asBackEnd('/access/tokens/create', {
    ttlSec: 3600,
    policy: {
      resources: { nodes: [nodeId], variables: ['temperature'] },
      allow: ['data::gethistorical'],
    },
  });
  return {
    nodeId,
    session: { api, tokenId, secret, nodes: [nodeId], variable: 'temperature' },
    revoke: () => asBackEnd('/access/tokens/revoke', { tokenId }),
    submit: async (value: number, timestamp: number) => {
      const headers = { 'Auth-mode': 'key', Authorization: connectionKey };
      const data = { data: [{ variable: 'temperature', value, timestamp }] };
      const response = await request.post(`${deviceUrl}/submitData`, { headers, data });
      expect(await response.json()).toMatchObject({ success: true });
    },
  };
}

const status = (page: Page) => page.getByRole('status');
const value = (page: Page) => page.locator('.value');

async function connect(page: Page, session: object): Promise<void> {
  await page.getByLabel('Session').fill(JSON.stringify(session));
  await page.getByLabel('Session').press('Tab');
  await page.keyboard.press('Enter');
}

const addresses = {
  'a file on disk': () => pathToFileURL(file).href,
  'a static host of another origin': (host: string) => host,
};

for (const [name, addressOf] of Object.entries(addresses)) {
  test(`the dashboard shows new values of a device, opened as ${name}`, async ({
    page,
    request,
    host,
  }) => {
    const errors: string[] = [];
    page.on('console', (message) => errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    const { nodeId, session, submit } = await startSession(request);
    const origins = new Set<string>();
    page.on('request', (sent) => origins.add(new URL(sent.url()).origin));
    await page.clock.install();
    await page.goto(addressOf(host));
    // The newest sample of the project can be from the same second, so the value is as new as possible, and read one second later.
    await submit(31.25, Date.now());
    await page.clock.runFor(1000);
    await connect(page, session);
    await expect(value(page)).toHaveText('31.25');
    await expect(status(page)).toContainText('temperature, updated at');
    await expect(page.getByRole('heading', { name: nodeId })).toBeVisible();
    await expect(page.getByRole('img')).toBeVisible();
    await expect(page.getByLabel('Session')).toBeHidden();
    await page.locator('summary').click();
    await expect(page.getByRole('cell', { name: '31.25' })).toBeVisible();

    await submit(32.5, Date.now());
    await page.clock.runFor(10_000);
    await expect(value(page)).toHaveText('32.5');
    // An open table stays open.
    await expect(page.getByRole('row').nth(1)).toContainText('32.5');
    await expect(page.locator('path')).toHaveAttribute('d', /^M[\d.]+ [\d.]+L.* 5\.00$/);

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const allowed = [new URL(session.api).origin, new URL(addressOf(host)).origin];
    expect([...origins].filter((origin) => !allowed.includes(origin))).toEqual([]);
    // The secret stays in the memory of the page.
    expect(page.url()).toBe(addressOf(host));
    expect(errors).toEqual([]);
  });
}

test('the dashboard waits longer after each error, and stops when the token is revoked', async ({
  page,
  request,
  host,
}) => {
  const { session, revoke, submit } = await startSession(request);
  await submit(20, Date.now());
  await page.clock.install();
  await page.goto(host);
  await connect(page, session);
  await expect(value(page)).toHaveText('20');

  let sent = 0;
  await page.route('**/data/getData', async (route) => {
    sent += 1;
    await route.fulfill({ status: 503, json: { success: false, error: 'busy', reasonCode: 'x' } });
  });
  for (const [pause, next] of [
    [10, 20],
    [20, 40],
    [40, 80],
  ] as const) {
    await page.clock.runFor(pause * 1000 - 1000);
    expect(sent).toBe(Math.log2(pause / 10));
    await page.clock.runFor(1000);
    await expect(status(page)).toHaveText(`x busy: next attempt in ${next} s`);
  }
  await page.unroute('**/data/getData');
  await page.clock.runFor(80_000);
  await expect(status(page)).toContainText('updated at');

  await revoke();
  await page.clock.runFor(10_000);
  await expect(status(page)).toContainText('auth::');
  await expect(page.getByLabel('Session')).toBeVisible();
  // The secret is not in the form either.
  await expect(page.getByLabel('Session')).toHaveValue('');
});

const failures: readonly {
  name: string;
  fail: (route: Route) => Promise<void>;
  pauseSec: number;
}[] = [
  {
    name: 'HTTP 429 with Retry-After',
    fail: (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'Retry-After': '90',
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Expose-Headers': 'Retry-After',
        },
        json: { success: false, error: 'busy', reasonCode: 'x' },
      }),
    pauseSec: 90,
  },
  {
    name: 'HTTP 429 with a date',
    fail: (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'Retry-After': 'Fri, 31 Dec 2100 23:59:59 GMT',
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Expose-Headers': 'Retry-After',
        },
        json: { success: false, error: 'busy', reasonCode: 'x' },
      }),
    pauseSec: 20,
  },
  { name: 'HTTP 500', fail: (route) => route.fulfill({ status: 500, body: '' }), pauseSec: 20 },
  {
    name: 'a cut body',
    fail: (route) =>
      route.fulfill({
        headers: { 'Access-Control-Allow-Origin': '*' },
        contentType: 'application/json',
        body: '{"success":true,"da',
      }),
    pauseSec: 20,
  },
  { name: 'no server', fail: (route) => route.abort('connectionrefused'), pauseSec: 20 },
];

for (const { name, fail, pauseSec } of failures) {
  test(`the dashboard recovers after ${name}`, async ({ page, request, host }) => {
    const { session, submit } = await startSession(request);
    await submit(20, Date.now());
    await page.clock.install();
    await page.goto(host);
    let isFirst = true;
    await page.route('**/data/getData', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      return fail(route);
    });
    await connect(page, session);
    await expect(status(page)).toContainText(`: next attempt in ${pauseSec} s`);
    await page.clock.runFor(pauseSec * 1000 - 1000);
    await expect(status(page)).toContainText('next attempt');
    await page.clock.runFor(1000);
    await expect(value(page)).toHaveText('20');
  });
}

test('the dashboard names what a session lacks', async ({ page, host }) => {
  await page.goto(host);
  await connect(page, { api: 'http://localhost/v1', nodes: [] });
  await expect(status(page)).toHaveText('The session has no tokenId, secret, variable');
  await page.getByLabel('Session').fill('tokenId');
  await page.getByRole('button').click();
  await expect(status(page)).toHaveText('The session is not JSON');
});
