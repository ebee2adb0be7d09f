import type { BrowserContext, Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';

/** Browsers offer neither the clipboard nor Web Crypto to a page over plain HTTP, unless its host is this machine. */
const lan = 'http://docs.lan';

/** Serves the site at an address in a local network. */
async function serveOnLan(context: BrowserContext, origin: string): Promise<void> {
  await context.route(`${lan}/**`, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const headers = { ...(await request.allHeaders()), origin };
    const response = await route.fetch({ url: `${origin}${pathname}${search}`, headers });
    await route.fulfill({ response });
  });
}

/** What a reader who pastes gets. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    document.body.replaceChildren(field);
    field.focus();
  });
  await page.keyboard.press('Control+v');
  return page.locator('textarea').inputValue();
}

test.beforeEach(async ({ context, origin }) => serveOnLan(context, origin));

test('code can be copied', async ({ page }) => {
  await open(page, `${lan}/getting-started/submitData/`);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  const button = page.locator('article button[aria-label^="Copy "]:visible').first();
  const label = (await button.getAttribute('aria-label'))?.slice('Copy '.length);
  const block = page.getByRole('article').getByRole('group', { name: label, exact: true });
  const text = await block.first().locator('code').textContent();
  await button.click();
  await expect(button).toHaveText('Copied');
  expect(await pasted(page)).toBe(text);
});

test('a page can be copied as Markdown', async ({ page }) => {
  await open(page, `${lan}/features/heartbeat/`);
  await page.getByText('Copy page', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await pasted(page)).toMatch(/^# Heartbeat/m);
});

test('requests can be signed', async ({ page }) => {
  await open(page, `${lan}/platform-api/variables-latest/`);
  await page.getByRole('button', { name: 'Reproduce auth::accessdenied' }).click();
  const shown = page.getByRole('region', { name: 'Reproduce auth::accessdenied' });
  await expect(shown.getByRole('status')).toHaveText(
    'Reproduced. The corrected request succeeded.',
  );
});
