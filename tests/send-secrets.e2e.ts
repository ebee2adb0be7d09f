import type { Page } from '@playwright/test';
import { expect, openRunner, runner, sendButton, status, test } from './support/runner.ts';

const secrets = {
  apiKey: 'SECRET-api-key-4711',
  tokenId: 'SECRET-token-id-4712',
  tokenSecret: 'SECRET-token-secret-4713',
  body: 'SECRET-in-the-body-4714',
};
const marker = 'SECRET-';

interface Watched {
  readonly addresses: string[];
  readonly bodies: string[];
  readonly console: string[];
}

/** All requests of a page, except the bodies of API requests, and its console messages. */
function watch(page: Page): Watched {
  const seen: Watched = { addresses: [], bodies: [], console: [] };
  page.on('request', (request) => {
    seen.addresses.push(request.url(), request.headers().referer ?? '');
    if (!request.url().includes('/proxy/')) seen.bodies.push(request.postData() ?? '');
  });
  page.on('console', (message) => seen.console.push(message.text()));
  return seen;
}

const kept = (page: Page) =>
  page.evaluate(
    () => JSON.stringify(Object.entries(localStorage)) + document.cookie + location.href,
  );

test('secrets are sent only to the platform', async ({ page, site, platform }) => {
  const seen = watch(page);
  await openRunner(page, '/platform-api/commands-send/');
  await runner(page).getByLabel('API key', { exact: true }).fill(secrets.apiKey);
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  const json = runner(page).getByRole('textbox', { name: /json/i });
  await json.fill(`{"nodeid": "${secrets.body}"}`);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^400/);
  await runner(page).getByLabel('Credential type').selectOption('Access token');
  await runner(page).getByLabel('Access token id', { exact: true }).fill(secrets.tokenId);
  await runner(page).getByLabel('Access token secret', { exact: true }).fill(secrets.tokenSecret);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^400/);
  // Navigation sends a page view, and a search sends a request to the server.
  await page
    .locator('.operation__details')
    .getByRole('link', { name: 'Get the status of a command' })
    .click();
  await expect(page).toHaveURL(/command-status/);

  expect(platform.received.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${secrets.apiKey}`,
    'ANEDYASIGV1',
  ]);
  expect(platform.received[1]?.headers['x-anedya-tokenid']).toBe(secrets.tokenId);
  expect(JSON.stringify(platform.received[1])).not.toContain(secrets.tokenSecret);
  expect(seen.addresses.length).toBeGreaterThan(5);
  expect(seen.addresses.filter((address) => address.includes(marker))).toEqual([]);
  expect(seen.bodies.filter((body) => body.includes(marker))).toEqual([]);
  expect(seen.console.filter((line) => line.includes(marker))).toEqual([]);
  expect(await kept(page)).not.toContain(marker);
  expect(site.log.length).toBeGreaterThan(5);
  expect(site.log.filter((line) => line.includes(marker))).toEqual([]);
  const metrics = await (await page.request.get('/metrics')).text();
  expect(metrics).toMatch(/proxy_requests_total\{outcome="passed"\} 2/);
  expect(metrics).not.toContain(marker);
});
