import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { button, deviceOf, editor, output, programPage, programTab } from './support/firmware.ts';
import { hydrated, siteDir } from './support/fixtures.ts';
import { expect, test } from './support/mqtt-console.ts';
import { PendingRequests } from './support/pending-requests.ts';

// A first run takes the time of loading all of it.
test.describe.configure({ timeout: 90_000 });

const kB = 1000;

/** Files that contain one of the parts that the tab loads: the editor and MicroPython. */
const parts = /cm-content|loadMicroPython|\0asm/;

/**
 * Records the code and the data of the site that pages and their workers request, without the data of the operations of the
 * Platform API: that is of the requests, as in a form.
 */
function recordFiles(context: BrowserContext): ReadonlySet<string> {
  const files = new Set<string>();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isCounted = /\.(?:js|css|json|wasm|py)$/.test(pathname);
    if (isCounted && !pathname.startsWith('/operations/platform/')) files.add(pathname);
  });
  return files;
}

/** Size of a file as the server sends it. */
async function compressedSize(file: string): Promise<number> {
  const name = path.join(siteDir, file);
  return (await stat(`${name}.br`).catch(() => stat(name))).size;
}

async function totalSize(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...files].map(compressedSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Files that are a part of the editor or of MicroPython. */
async function partsIn(files: Iterable<string>): Promise<string[]> {
  const texts = [...files].map(async (file) => {
    const text = await readFile(path.join(siteDir, file), 'latin1');
    return parts.test(text) ? [file] : [];
  });
  return (await Promise.all(texts)).flat();
}

test('the editor and MicroPython load with the tab and the first run, in at most 421 kB', async ({
  page,
  context,
}) => {
  const files = recordFiles(context);
  const pending = new PendingRequests(page);
  // Otherwise linked pages could be prefetched at any time.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto(programPage);
  await hydrated(page);
  await pending.settled();
  const first = new Set(files);

  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  await deviceOf(page).waitFor();
  await pending.settled();
  const device = [...files].filter((file) => !first.has(file));
  expect(await partsIn(files)).toEqual([]);

  await programTab(page).click();
  await editor(page).waitFor();
  await button(page, 'Run').click();
  await expect(output(page)).toContainText('command set-led: on', { timeout: 30_000 });
  await pending.settled();
  const added = [...files].filter((file) => !first.has(file));
  expect((await partsIn(added)).length).toBeGreaterThanOrEqual(2);
  const total = await totalSize(added);
  console.log(
    `Device: ${await totalSize(device)} bytes, with program: ${total} bytes (brotli) in ${added.length} files`,
  );
  for (const file of added) console.log(`${file} ${await compressedSize(file)}`);
  expect(total).toBeGreaterThan(250 * kB);
  expect(total).toBeLessThanOrEqual(421 * kB);
});
