import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import { navbar } from './support/locators.ts';

interface RecordedLoad {
  readonly kind: 'prefetch' | 'preload';
  readonly path: string;
  readonly skipped: boolean;
}

/** Records what the framework does for each visible link (`window.docusaurus`), and sets the connection type. */
async function recordLoads(page: Page, connection: object): Promise<void> {
  await page.addInitScript((shown) => {
    Object.defineProperty(navigator, 'connection', { value: shown });
    type Load = (path: string) => unknown;
    const recorded: object[] = [];
    const record = (kind: string, load: Load) => (path: string) => {
      const result = load(path);
      recorded.push({ kind, path, skipped: result === false });
      return result;
    };
    let wrapped: unknown;
    Object.assign(window, { loads: recorded });
    Object.defineProperty(window, 'docusaurus', {
      get: () => wrapped,
      set: ({ prefetch, preload }: { prefetch: Load; preload: Load }) => {
        wrapped = { prefetch: record('prefetch', prefetch), preload: record('preload', preload) };
      },
    });
  }, connection);
}

const loads = (page: Page, kind: RecordedLoad['kind']): Promise<RecordedLoad[]> =>
  page.evaluate(
    (wanted) =>
      (window as unknown as { loads: RecordedLoad[] }).loads.filter(
        ({ kind: found }) => found === wanted,
      ),
    kind,
  );

const prefetchLinks = (page: Page) => page.locator('link[rel="prefetch"]');

for (const connection of [
  { effectiveType: 'slow-2g', saveData: false },
  { effectiveType: '2g', saveData: false },
  { effectiveType: '4g', saveData: true },
]) {
  // docs/behavior.md, section 4: prefetching is skipped on slow 2g connections or when data-saver is on.
  test(`linked pages are not prefetched with ${JSON.stringify(connection)}`, async ({ page }) => {
    await recordLoads(page, connection);
    await open(page, '/');
    await expect.poll(async () => (await loads(page, 'prefetch')).length).toBeGreaterThan(20);
    await navbar(page).getByRole('link', { name: 'Device Integration' }).hover();
    await expect.poll(async () => (await loads(page, 'preload')).length).toBeGreaterThan(0);

    const all = [...(await loads(page, 'prefetch')), ...(await loads(page, 'preload'))];
    expect(all.filter(({ skipped }) => !skipped)).toEqual([]);
    await expect(prefetchLinks(page)).toHaveCount(0);
  });
}

// docs/behavior.md, section 4: linked pages are prefetched otherwise.
test('linked pages are prefetched on a good connection', async ({ page }) => {
  await recordLoads(page, { effectiveType: '4g', saveData: false });
  await open(page, '/');
  await expect
    .poll(async () => (await loads(page, 'prefetch')).filter(({ skipped }) => !skipped).length)
    .toBeGreaterThan(20);
  await expect(prefetchLinks(page)).not.toHaveCount(0);
});
