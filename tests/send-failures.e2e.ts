import type { Page } from '@playwright/test';
import { expect, openRunner, runner, sendButton, status, test } from './support/runner.ts';

const urlPath = '/platform-api/node-list/';

async function sendOnce(page: Page): Promise<void> {
  await openRunner(page, urlPath);
  await runner(page).getByLabel('API key', { exact: true }).fill('k');
  await sendButton(page).click();
}

/** Each failure has its own title and says what to do. */
async function expectFailure(page: Page, title: string): Promise<void> {
  await expect(status(page)).toHaveText(title);
  await expect(
    runner(page).locator('.note--error').getByText('Fix.', { exact: true }),
  ).toBeVisible();
}

test('a browser that is offline', async ({ page, context, platform }) => {
  await openRunner(page, urlPath);
  await runner(page).getByLabel('API key', { exact: true }).fill('k');
  await context.setOffline(true);
  await sendButton(page).click();
  await expectFailure(page, 'This browser is offline');
  expect(platform.received).toEqual([]);
  await context.setOffline(false);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
});

test('an unavailable proxy', async ({ page, site }) => {
  await openRunner(page, urlPath);
  await runner(page).getByLabel('API key', { exact: true }).fill('k');
  await site.close();
  await sendButton(page).click();
  await expectFailure(page, 'Could not connect to the proxy of this site');
});

test('a host that serves files and has no proxy', async ({ page }) => {
  await page.route('**/proxy/**', (route) =>
    route.fulfill({ status: 405, contentType: 'text/html', body: '<!doctype html>' }),
  );
  await sendOnce(page);
  await expectFailure(page, 'Could not connect to the proxy of this site');
});

test.describe('a name that is not found', () => {
  test.use({ wayOut: { resolve: () => Promise.reject(new Error('ENOTFOUND')) } });
  test('is named', async ({ page }) => {
    await sendOnce(page);
    await expectFailure(page, 'Server name not found');
    const note = runner(page).locator('.note--error');
    await expect(note).toContainText('Could not resolve the name api.ap-in-1.anedya.io.Fix. Check');
    // The host is on one line at every width.
    for (let width = 390; width < 450; width += 20) {
      await page.setViewportSize({ width, height: 844 });
      expect((await note.locator('code').boundingBox())?.height).toBeLessThan(30);
    }
  });
});

test.describe('a server that takes no connection', () => {
  // Nothing listens on port 1.
  test.use({ wayOut: { dial: () => ({ host: '127.0.0.1', port: 1 }) } });
  test('is named', async ({ page }) => {
    await sendOnce(page);
    await expectFailure(page, 'Could not connect to the server');
  });
});

test.describe('a certificate that nobody trusts', () => {
  test.use({ wayOut: { ca: undefined } });
  test('is named', async ({ page, platform }) => {
    await sendOnce(page);
    await expectFailure(page, 'TLS connection failed');
    expect(platform.received).toEqual([]);
  });
});

test.describe('a server that does not respond', () => {
  test.use({ wayOut: { timeouts: { connect: 5000, total: 50 } } });
  test('is named', async ({ page, platform }) => {
    platform.handler = () => undefined;
    await sendOnce(page);
    await expectFailure(page, 'Response timed out');
  });
});

test.describe('a reader who sends too many requests', () => {
  test.use({ wayOut: { rate: { window: 60_000, all: 100, client: 1 } } });
  test('is told so', async ({ page, platform }) => {
    await sendOnce(page);
    await expect(status(page)).toHaveText(/^200 OK/);
    await sendButton(page).click();
    await expectFailure(page, 'Too many requests');
    expect(platform.received).toHaveLength(1);
  });
});

test('a response that is too large, with and without Content-Length', async ({
  page,
  platform,
}) => {
  const text = 'x'.repeat(5_000_001);
  platform.handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': text.length });
    response.end(text);
  };
  await sendOnce(page);
  await expectFailure(page, 'The response is too large');
  platform.handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write(text);
    response.end();
  };
  await sendButton(page).click();
  await expectFailure(page, 'Response interrupted');
});

test('a redirect', async ({ page, platform }) => {
  platform.handler = (_request, response) => {
    response.writeHead(302, { location: 'https://example.com/' });
    response.end();
  };
  await sendOnce(page);
  await expectFailure(page, 'The server sent a redirect');
});

test('a response that is not JSON, and one of a failing server', async ({ page, platform }) => {
  platform.handler = (_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<h1>Bad gateway</h1>');
  };
  await sendOnce(page);
  await expect(status(page)).toHaveText(/^502 Bad Gateway/);
  await expect(runner(page).getByText('The response is not JSON.')).toBeVisible();
  await expect(runner(page).getByText('<h1>Bad gateway</h1>')).toBeVisible();
  platform.handler = (_request, response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"success":false,"error":"out of order","reasonCode":"x::y"}');
  };
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^500 Internal Server Error/);
  await expect(runner(page).getByText('undocumented code')).toBeVisible();
});
