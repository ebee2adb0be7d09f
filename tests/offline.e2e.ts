import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { buildApp } from '../packages/server/src/app.ts';
import { axeViolations } from './support/axe.ts';
import { expect, open, siteDir, test } from './support/fixtures.ts';
import { heading, searchButton, searchDialog, searchInput } from './support/locators.ts';
import { PageErrors } from './support/page-errors.ts';

interface List {
  version: string;
  files: [urlPath: string, bytes: number, revision?: string][];
}

const offer = (page: Page) => page.getByRole('button', { name: 'Use offline' });
const panel = (page: Page) => page.getByRole('group', { name: 'Offline copy' });
const remove = (page: Page) => panel(page).getByRole('button', { name: 'Remove offline copy' });

const readList = async () =>
  JSON.parse(await readFile(path.join(siteDir, 'offline.json'), 'utf8')) as List;

/** Starts a server without a sandbox; the same port is the same site for the browser. */
async function serve(folder: string, port = 0) {
  const app = await buildApp({
    siteDir: folder,
    basePath: '/',
    trustProxy: false,
    logLevel: 'silent',
  });
  const origin = await app.listen({ host: '127.0.0.1', port });
  return { origin, port: Number(new URL(origin).port), close: () => app.close() };
}

/** What the browser stores for offline use. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    const names = (await caches.keys()).filter((name) => name.startsWith('offline'));
    return { workers: registrations.length, names };
  });

async function saveCopy(page: Page, origin: string): Promise<void> {
  await open(page, `${origin}/`);
  await offer(page).click();
  await expect(panel(page)).toContainText(/offline: \d\.\d MB/);
  await panel(page).getByRole('button', { name: 'Save for offline use' }).click();
  await expect(remove(page)).toBeVisible({ timeout: 60_000 });
}

/** A build with another text on some pages, and with another list. */
async function otherBuild(change: (folder: string, list: List) => Promise<object>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'offline-'));
  await cp(siteDir, folder, { recursive: true });
  const replace = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text);
    await rm(path.join(folder, `${name}.br`), { force: true });
    await rm(path.join(folder, `${name}.gz`), { force: true });
  };
  await replace('offline.json', JSON.stringify(await change(folder, await readList())));
  return { folder, replace };
}

test('nothing is stored before the reader asks, and the offer says how much it is', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, '/');
  await expect(offer(page)).toBeVisible();
  expect(await stored(page)).toEqual({ workers: 0, names: [] });
  await offer(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  const { files } = await readList();
  const bytes = files.reduce((sum, [, size]) => sum + size, 0);
  await expect(panel(page)).toContainText(`offline: ${(bytes / 1_000_000).toFixed(1)} MB`);
  expect(await stored(page)).toEqual({ workers: 0, names: [] });
  expect(asked).not.toContain('/sw.js');
  expect(await axeViolations(page)).toEqual([]);
});

test('every page, its scripts and the search index are in the list', async () => {
  const { files } = await readList();
  const listed = new Set(files.map(([urlPath]) => `/${urlPath}`));
  const sitemap = await readFile(path.join(siteDir, 'sitemap.xml'), 'utf8');
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    ([, urlPath]) => urlPath ?? '',
  );
  expect(pages.length).toBeGreaterThan(80);
  expect(pages.filter((urlPath) => !listed.has(urlPath))).toEqual([]);
  const assets = await readdir(path.join(siteDir, 'assets'), { recursive: true });
  const scripts = assets.filter((name) => name.endsWith('.js')).map((name) => `/assets/${name}`);
  expect(scripts.length).toBeGreaterThan(100);
  expect(scripts.filter((src) => !listed.has(src))).toEqual([]);
  expect(listed).toContain('/search/index.json');
  expect(listed).toContain('/404.html');
});

test('the worker has its own policy, and is checked at each visit', async ({ request }) => {
  const headers = (await request.get('/sw.js')).headers();
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  expect(headers['cache-control']).toBe('no-cache');
  const manifest = await request.get('/manifest.webmanifest');
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { icons } = (await manifest.json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await request.get(src)).status()).toBe(200);
});

test('pages, search and the not-found page work with the network off', async ({
  page,
  context,
}) => {
  test.slow();
  const site = await serve(siteDir);
  await saveCopy(page, site.origin);
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
  await site.close();
  await context.setOffline(true);
  const pageErrors = new PageErrors(page, site.origin);
  const visits = [
    ['/', /./],
    ['/changelog/', 'Changelog'],
    ['/essentials/architecture/', /./],
  ] as const;
  const { files } = await readList();
  const operation = files.find(([urlPath]) => /^platform-api\/.+\/.+\/$/.test(urlPath))?.[0];
  for (const [urlPath, title] of visits) {
    await open(page, site.origin + urlPath);
    await expect(heading(page)).toHaveText(title);
  }
  await open(page, `${site.origin}/${operation ?? ''}`);
  await expect(heading(page)).toBeVisible();
  await expect(panel(page)).toContainText('work offline');
  await pageErrors.settled();

  await open(page, `${site.origin}/changelog?a=1`);
  await expect(page).toHaveURL(`${site.origin}/changelog/?a=1`);

  await searchButton(page).click();
  await searchInput(page).fill('heartbeat');
  await expect(searchDialog(page).getByRole('treeitem').first()).toContainText(/heartbeat/i);
  await page.keyboard.press('Escape');

  await open(page, `${site.origin}/getting-started/submitData/`);
  await page.getByRole('button', { name: 'Start a sandbox project' }).click();
  await expect(page.getByText('This browser is offline')).toBeVisible();

  const response = await page.goto(`${site.origin}/no/such/page/`);
  expect(response?.status()).toBe(404);
  await expect(heading(page)).toHaveText(/not found/i);
});

test('a link to another site says that it needs the network', async ({ page, context, origin }) => {
  test.slow();
  await saveCopy(page, origin);
  await open(page, '/');
  await expect(remove(page)).toBeVisible();
  await page.evaluate(() => {
    document
      .querySelector('main')
      ?.insertAdjacentHTML('beforeend', '<a id="other" href="https://other.example/">Other</a>');
  });
  const note = () =>
    page.locator('#other').evaluate((link) => getComputedStyle(link, '::after').content);
  expect(await note()).toBe('none');
  await context.setOffline(true);
  await expect.poll(note).toContain('needs a network');
});

test('the reader removes the copy', async ({ page, origin }) => {
  test.slow();
  await saveCopy(page, origin);
  const { names, workers } = await stored(page);
  expect([workers, names.length]).toEqual([1, 2]);
  await remove(page).click();
  await expect(panel(page)).toContainText('removed');
  expect(await stored(page)).toEqual({ workers: 0, names: [] });
});

test('an update is offered, and no page is older than the last visit', async ({ page }) => {
  test.slow();
  const first = await serve(siteDir);
  await saveCopy(page, first.origin);
  await first.close();
  const changed = ['changelog/', 'essentials/architecture/'];
  const { folder, replace } = await otherBuild((_folder, list) =>
    Promise.resolve({
      version: 'newer',
      files: list.files.map(([urlPath, bytes, revision]) =>
        changed.includes(urlPath) ? [urlPath, bytes, 'newer'] : [urlPath, bytes, revision],
      ),
    }),
  );
  for (const urlPath of changed) {
    const name = `${urlPath}index.html`;
    const html = await readFile(path.join(folder, name), 'utf8');
    await replace(name, html.replace(/<title[^>]*>/, '$&Newer '));
  }
  let site = await serve(folder, first.port);
  await open(page, `${site.origin}/changelog/`);
  await expect(panel(page)).toContainText(/Newer pages are available .*: \d\.\d MB/);
  await site.close();

  const titleOf = async (urlPath: string) => {
    const html = await (await page.goto(site.origin + urlPath))?.text();
    return /<title[^>]*>([^<]*)/.exec(html ?? '')?.[1];
  };
  expect(await titleOf('/changelog/')).toMatch(/^Newer/);
  expect(await titleOf('/essentials/architecture/')).not.toMatch(/^Newer/);

  site = await serve(folder, first.port);
  await open(page, `${site.origin}/`);
  await panel(page).getByRole('button', { name: 'Update offline copy' }).click();
  await expect(panel(page)).toContainText('work offline');
  await site.close();
  expect(await titleOf('/essentials/architecture/')).toMatch(/^Newer/);
  await rm(folder, { recursive: true });
});

test('the server removes the copies of all browsers', async ({ page }) => {
  test.slow();
  const first = await serve(siteDir);
  await saveCopy(page, first.origin);
  await first.close();
  const { folder, replace } = await otherBuild(() => Promise.resolve({ remove: true }));
  let site = await serve(folder, first.port);
  await open(page, `${site.origin}/changelog/`);
  await expect.poll(() => stored(page)).toEqual({ workers: 0, names: [] });
  await site.close();

  // Also by its script alone, which browsers check without a visit.
  const second = await serve(siteDir, first.port);
  await saveCopy(page, second.origin);
  await second.close();
  await build({
    entryPoints: ['site/src/offline/remove.ts'],
    outfile: path.join(folder, 'sw.js'),
    bundle: true,
    format: 'iife',
  });
  await replace('sw.js', await readFile(path.join(folder, 'sw.js'), 'utf8'));
  await replace('offline.json', await readFile(path.join(siteDir, 'offline.json'), 'utf8'));
  site = await serve(folder, first.port);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  await expect.poll(() => stored(page)).toEqual({ workers: 0, names: [] });
  await site.close();
  await rm(folder, { recursive: true });
});
