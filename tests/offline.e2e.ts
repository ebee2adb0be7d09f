import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'esbuild';
import { workerSandboxUrl } from '../packages/sandbox/src/browser/messages.ts';
import { axeViolations } from './support/axe.ts';
import { expect, hydrated, open, siteDir, test } from './support/fixtures.ts';
import { heading, sampleMenu, searchButton, searchHits, searchInput } from './support/locators.ts';
import { consolePage, entries, press, stateOf } from './support/mqtt-console.ts';
import {
  offlinePanel as panel,
  removeButton as remove,
  offlineReader,
  saveCopy,
  serveWithoutSandbox as serve,
} from './support/offline.ts';
import { PageErrors } from './support/page-errors.ts';
import { openSandboxRunner, runner, sendButton, status } from './support/runner.ts';
import { projectOf } from './support/sandbox.ts';
import { operationGroups, routes } from './support/specification-routes.ts';

interface List {
  version: string;
  files: [urlPath: string, bytes: number, revision?: string][];
}

test('the copy has the Markdown of every page, with all of its parts', async () => {
  const files = await readdir(siteDir, { recursive: true });
  const parts = files.filter((file) => /(?:^|[/\\])index(?:-part-\d+)?\.md$/.test(file));
  expect(parts.join()).toContain('index-part-2.md');
  const list = await readList();
  const kept = new Set(list.files.map(([urlPath]) => urlPath));
  expect(parts.filter((file) => !kept.has(file.replaceAll('\\', '/')))).toEqual([]);
});

const offer = (page: Page) => page.getByRole('button', { name: 'Use offline' });

const readList = async () =>
  JSON.parse(await readFile(path.join(siteDir, 'offline.json'), 'utf8')) as List;

/** What the browser stores for offline use. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    const names = (await caches.keys()).filter((name) => name.startsWith('offline'));
    return { workers: registrations.length, names };
  });

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
  const styles = [...listed].filter((urlPath) => urlPath.endsWith('.css'));
  expect(styles).toEqual([expect.stringMatching(/^\/assets\/css\/site\./)]);
  expect(listed).toContain('/search/index.json');
  expect(listed).toContain('/404.html');
});

test('the worker has its own policy, and is checked at each visit', async ({ request }) => {
  const headers = (await request.get('/sw.js')).headers();
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  expect(headers['cache-control']).toBe('no-cache');
});

test(
  'the site can be installed as an app',
  { tag: '@browser' },
  async ({ page, request, origin }) => {
    const manifest = await request.get('/manifest.webmanifest');
    expect(manifest.headers()['content-type']).toContain('application/manifest+json');
    const { icons, ...rest } = (await manifest.json()) as { icons: Record<string, string>[] };
    expect(rest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'minimal-ui' });
    for (const { src = '', sizes, type } of icons) {
      const icon = await request.get(src);
      expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
      if (type !== 'image/png') continue;
      // Width and height of the image (PNG, 11.2.1).
      const bytes = await icon.body();
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['any', 'any'],
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ]);

    await open(page, origin);
    await expect(page.locator('link[rel=manifest]')).toHaveCount(0);
    await offer(page).click();
    await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
    const session = await page.context().newCDPSession(page);
    // Chromium's own criteria; it installs nothing from the private windows of tests.
    const installable = async () => {
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      return installabilityErrors.map(({ errorId }) => errorId);
    };
    await expect.poll(installable).toEqual(['in-incognito']);
  },
);

test.describe('with the network off', () => {
  // One reader, whose browser saved the copy once.
  test.describe.configure({ mode: 'serial', timeout: 180_000 });
  let context: BrowserContext;
  let page: Page;
  let origin: string;

  test.beforeAll(async ({ browser }) => {
    ({ context, page, origin } = await offlineReader(browser, await serve(siteDir)));
    // Each page starts a project, so that no request changes what the next one needs.
    await context.addInitScript(() => {
      sessionStorage.clear();
      localStorage.removeItem('docs-sandbox-browser');
    });
  });
  test.afterAll(() => context.close());

  test('every page is in the copy, as the server sends it', async () => {
    const copies = await page.evaluate(
      (urls) => Promise.all(urls.map(async (url) => (await caches.match(url))?.text())),
      routes.map((route) => origin + route),
    );
    for (const [index, route] of routes.entries())
      expect(copies[index], route).toBe(
        await readFile(path.join(siteDir, route, 'index.html'), 'utf8'),
      );
  });

  test('pages of each kind open', async () => {
    const pageErrors = new PageErrors(page, origin);
    const kinds = [
      '/',
      '/search/',
      '/changelog/',
      '/features/heartbeat/',
      '/device/api/submitdata/',
    ];
    for (const route of kinds) {
      const response = await page.goto(origin + route);
      expect(response?.status(), route).toBe(200);
      await expect(heading(page), route).not.toBeEmpty();
      await hydrated(page);
    }
    await expect(panel(page)).toContainText('work offline');
    await pageErrors.settled();
    // Requests of pages that were left early, and those that the service worker tries before it uses the copy.
    const expected = /^failed:|ERR_INTERNET_DISCONNECTED$/;
    expect(pageErrors.list.filter((error) => !expected.test(error))).toEqual([]);

    await open(page, `${origin}/changelog?a=1`);
    await expect(page).toHaveURL(`${origin}/changelog/?a=1`);
    const missing = await page.goto(`${origin}/no/such/page/`);
    expect(missing?.status()).toBe(404);
    await expect(heading(page)).toHaveText(/not found/i);
  });

  test('search works', async () => {
    await open(page, `${origin}/changelog/`);
    await searchButton(page).click();
    await searchInput(page).fill('heartbeat');
    await expect(searchHits(page).first()).toContainText(/heartbeat/i);
    await page.keyboard.press('Escape');
  });

  // `send-all.e2e.ts` sends all operations, and the sandbox runs its own tests on the store of browsers.
  for (const route of operationGroups.map(([first = '']) => first)) {
    test(`Send works: ${route}`, async () => {
      await openSandboxRunner(page, origin + route);
      await projectOf(page);
      await sendButton(page).click();
      await expect(status(page)).toHaveText(/^200 OK/);
    });
  }

  test('the MQTT console works', async () => {
    await open(page, origin + consolePage);
    await page.getByRole('button', { name: 'MQTT console' }).click();
    await press(page, 'Connect');
    await expect(stateOf(page)).toContainText('Connected as the device of node');
    await press(page, 'Publish');
    await expect(entries(page, '…/response')).toContainText('"success": true');
  });

  test('code samples follow the language and the request', async () => {
    await open(page, `${origin}/platform-api/node-create/`);
    const samples = page.locator('.operation__samples');
    const values = (options: Element[]) =>
      options.map((option) => (option as HTMLOptionElement).value);
    const languages = await sampleMenu(samples).getByRole('option').evaluateAll(values);
    expect(languages).toHaveLength(10);
    const program = (language: string) =>
      samples.locator(`.samples__panel.sample--http-${language}:visible`);
    for (const language of languages) {
      await sampleMenu(samples).selectOption(language);
      await expect(program(language)).toContainText('greenhouse-7');
    }
    await openSandboxRunner(page, `${origin}/platform-api/node-create/`);
    // Programs cannot reach the sandbox in this browser.
    await runner(page).getByLabel('Server').selectOption('https://api.anedya.io/v1');
    await runner(page).getByRole('tab', { name: 'JSON' }).click();
    await runner(page).getByRole('textbox', { name: /json/i }).fill('{"node_name": "offline-1"}');
    for (const language of languages) {
      await sampleMenu(samples).selectOption(language);
      await expect(program(language)).toContainText('offline-1');
    }
  });

  test('a link to another site says that it needs the network', async () => {
    await open(page, `${origin}/`);
    await expect(remove(page)).toBeVisible();
    await page.evaluate(() => {
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', '<a id="other" href="https://other.example/">Other</a>');
    });
    const note = () =>
      page.locator('#other').evaluate((link) => getComputedStyle(link, '::after').content);
    await context.setOffline(false);
    await expect.poll(note).toBe('none');
    await context.setOffline(true);
    await expect.poll(note).toContain('needs a network');
  });

  test('the reader removes the copy', async () => {
    const { names, workers } = await stored(page);
    expect([workers, names.length]).toEqual([1, 2]);
    await remove(page).click();
    await expect(panel(page)).toContainText('removed');
    expect(await stored(page)).toEqual({ workers: 0, names: [] });
  });
});

test('Send uses the sandbox in this browser when the server is away, or the network off', async ({
  page,
  context,
}) => {
  test.slow();
  const site = await serve(siteDir);
  await saveCopy(page, site.origin);
  const operation = `${site.origin}/platform-api/node-list/`;
  await open(page, operation);
  await site.close();

  // A network without internet: pages come from the copy, and browsers say that they are online.
  await openSandboxRunner(page, operation);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect(runner(page).getByLabel('Server')).toHaveValue(new RegExp(`^${workerSandboxUrl}`));
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);

  // Without a network, also in a page that the server has sent.
  const again = await serve(siteDir, site.port);
  await page.evaluate(() => sessionStorage.clear());
  await open(page, operation);
  await again.close();
  await context.setOffline(true);
  await page.locator('.send__open').click();
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
});

test('a download that was stopped or left can be removed', async ({ page, origin }) => {
  // Without a response, the download does not end.
  await page.route('**/operations/**', () => undefined);
  await open(page, `${origin}/search/`);
  await page.getByRole('link', { name: 'Changelog' }).click();
  const save = panel(page).getByRole('button', { name: 'Save for offline use' });
  await expect(heading(page)).toHaveText('Changelog');
  await offer(page).click();
  await Promise.all([page.waitForRequest('**/operations/**'), save.click()]);
  // The search page does not show the panel.
  await Promise.all([page.waitForEvent('requestfailed'), page.goBack()]);
  await page.goForward();
  await offer(page).click();
  await save.click();
  await panel(page).getByRole('button', { name: 'Stop' }).click();
  await expect(save).toBeVisible();
  expect((await stored(page)).names).toEqual(['offline-files']);
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
    entryPoints: ['site/src/features/offline/remove.ts'],
    outfile: path.join(folder, 'sw.js'),
    bundle: true,
    format: 'iife',
  });
  await replace('sw.js', await readFile(path.join(folder, 'sw.js'), 'utf8'));
  await replace('offline.json', await readFile(path.join(siteDir, 'offline.json'), 'utf8'));
  site = await serve(folder, first.port);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => stored(page)).toEqual({ workers: 0, names: [] });
  await site.close();
  await rm(folder, { recursive: true });
});
