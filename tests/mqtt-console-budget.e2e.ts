import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { hydrated, siteDir } from './support/fixtures.ts';
import { consolePage, expect, test } from './support/mqtt-console.ts';
import { PendingRequests } from './support/pending-requests.ts';

const kB = 1000;

/** MQTT.js, which both load. */
const mqttJs = 90 * kB;

const onDemand = [
  { button: 'MQTT console', region: 'MQTT console', budget: mqttJs + 50 * kB },
  { button: 'Show the simulated device', region: 'Simulated greenhouse', budget: mqttJs + 60 * kB },
];

/** Paths of the scripts, styles and data that a page has loaded. */
const loadedFiles = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((file) => /\.(?:js|css|json)$/.test(file)),
  );

const compressedSize = async (file: string) => (await stat(path.join(siteDir, `${file}.br`))).size;

for (const { button, region, budget } of onDemand) {
  test(`behind “${button}”, code and MQTT client load only on demand`, async ({ page }) => {
    const pending = new PendingRequests(page);
    // Otherwise linked pages could be prefetched at any time.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto(consolePage);
    await hydrated(page);
    await pending.settled();
    const first = new Set(await loadedFiles(page));
    await page.getByRole('button', { name: button }).hover();
    await pending.settled();
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('region', { name: region }).waitFor();
    await pending.settled();
    const added = (await loadedFiles(page)).filter((file) => !first.has(file));
    const sizes = await Promise.all(added.map(compressedSize));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`${region}: ${total} bytes (brotli) in ${added.length} files`);
    expect(total).toBeGreaterThan(80 * kB);
    expect(total).toBeLessThanOrEqual(budget);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page offers a command instead of the console', async ({ page }) => {
    await page.goto(consolePage);
    await expect(page.getByRole('button', { name: 'MQTT console' })).toBeHidden();
    await expect(page.getByText('The console needs JavaScript.')).toBeVisible();
    await expect(page.locator('pre', { hasText: 'mosquitto_rr' })).toBeVisible();
  });
});
