import { brotliCompressSync, constants } from 'node:zlib';
import { axeViolations } from './support/axe.ts';
import { expect, hydrated } from './support/fixtures.ts';
import { openRunner, runner, sendButton, status, test } from './support/runner.ts';

const kB = 1000;
const brotliSize = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const urlPath = '/platform-api/deployments-create/';

test('the request runner loads on demand, within 60 kB', async ({ page }) => {
  // Pages that links lead to are fetched ahead otherwise, at any time.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const bodies: Promise<readonly [string, Buffer]>[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (!/\.(?:js|css)$/.test(new URL(url).pathname)) return;
    bodies.push(response.body().then((body) => [url, body] as const));
  });
  await page.goto(urlPath);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const first = new Set((await Promise.all(bodies)).map(([url]) => url));
  await page.locator('.send__open').click();
  await runner(page).waitFor();
  await expect(page.locator('.call__samples .hljs-string').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const added = new Map((await Promise.all(bodies)).filter(([url]) => !first.has(url)));
  const total = [...added.values()].reduce((sum, body) => sum + brotliSize(body), 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(60 * kB);
});

for (const mode of ['dark', 'light']) {
  for (const width of [1440, 996, 390]) {
    test(`axe finds nothing in the open runner in ${mode} mode at ${width} px`, async ({
      page,
      platform,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
      await page.setViewportSize({ width, height: 900 });
      await openRunner(page, urlPath);
      expect.soft(await axeViolations(page), 'opened').toEqual([]);
      await sendButton(page).click();
      await expect(status(page)).toHaveText(/^401/);
      expect.soft(await axeViolations(page), 'a failure').toEqual([]);
      await runner(page).getByRole('tab', { name: 'JSON' }).click();
      await runner(page).getByRole('textbox', { name: /json/i }).fill('{"assetId": 1');
      expect.soft(await axeViolations(page), 'broken JSON').toEqual([]);
      await runner(page).getByRole('button', { name: 'Reset to the example' }).click();
      await runner(page).getByLabel('API key', { exact: true }).fill('k');
      await sendButton(page).click();
      await expect(status(page)).toHaveText(/^200 OK/);
      await runner(page)
        .getByText(/^Calls of this tab/)
        .click();
      expect.soft(await axeViolations(page), 'an answer').toEqual([]);
      expect(platform.received).toHaveLength(2);
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(scrolls).toBe(false);
    });
  }
}
