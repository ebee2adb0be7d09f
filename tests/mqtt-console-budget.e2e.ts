import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { hydrated, siteDir } from './support/fixtures.ts';
import { consoleOf, consolePage, expect, test } from './support/mqtt-console.ts';
import { PendingRequests } from './support/pending-requests.ts';

const kB = 1000;

/** 90 kB of it is MQTT.js. */
const budget = 140 * kB;

/** Paths of the scripts, styles and data that a page has loaded. */
const loadedFiles = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((file) => /\.(?:js|css|json)$/.test(file)),
  );

const compressedSize = async (file: string) => (await stat(path.join(siteDir, `${file}.br`))).size;

test('the console and its MQTT client load only on demand', async ({ page }) => {
  const pending = new PendingRequests(page);
  // Otherwise linked pages could be prefetched at any time.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto(consolePage);
  await hydrated(page);
  await pending.settled();
  const first = new Set(await loadedFiles(page));
  await page.getByRole('button', { name: 'MQTT console' }).hover();
  await pending.settled();
  await page.getByRole('button', { name: 'MQTT console' }).click();
  await consoleOf(page).waitFor();
  await pending.settled();
  const added = (await loadedFiles(page)).filter((file) => !first.has(file));
  const sizes = await Promise.all(added.map(compressedSize));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`MQTT console: ${total} bytes (brotli) in ${added.length} files`);
  expect(total).toBeGreaterThan(80 * kB);
  expect(total).toBeLessThanOrEqual(budget);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page offers a command instead of the console', async ({ page }) => {
    await page.goto(consolePage);
    await expect(page.getByRole('button', { name: 'MQTT console' })).toBeHidden();
    await expect(page.getByText('The console needs JavaScript.')).toBeVisible();
    await expect(page.locator('pre', { hasText: 'mosquitto_rr' })).toBeVisible();
  });
});
