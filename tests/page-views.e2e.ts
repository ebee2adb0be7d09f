import type { APIRequestContext, Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import { heading, searchButton, searchDialog, searchInput } from './support/locators.ts';

const firstPath = '/features/ota/ota-anedya/';
const secondPath = '/features/ota/ota-hardware/';

/** Records the bodies of beacons before the browser sends them, because it does not expose them to tests. */
async function recordBeacons(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const bodies: Promise<string>[] = [];
    Object.assign(window, { beacons: bodies });
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      bodies.push(new Response(body).text().then((text) => `${String(url)} ${text}`));
      return send(url, body);
    };
  });
}

const beacons = (page: Page) =>
  page.evaluate(() => Promise.all((window as unknown as { beacons: Promise<string>[] }).beacons));

/** Titles and paths of the page views so far. */
const viewsOf = async (page: Page) =>
  (await beacons(page)).map(
    (beacon) => JSON.parse(beacon.replace('/page-views ', '')) as { path: string; title: string },
  );

/** Delays each animation frame by one, as on a busy machine. */
async function delayFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => ask(() => ask(callback));
  });
}

/** Opens the second page by its link, and runs the timers that the route change has set. */
async function changeRoute(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page).toHaveURL(secondPath);
  await expect(heading(page)).toHaveText('Update a device');
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
}

/** Number of page views that the server has counted for a path. */
async function counted(request: APIRequestContext, path: string): Promise<number> {
  const text = await (await request.get('/metrics')).text();
  const line = text.split('\n').find((row) => row.startsWith(`page_views_total{path="${path}"}`));
  return Number(line?.split(' ')[1] ?? 0);
}

/** Opens the first page, then the second, and checks the two events. */
async function viewTwoPages(page: Page): Promise<void> {
  await recordBeacons(page);
  await open(page, firstPath);
  await expect.poll(async () => (await beacons(page)).length).toBe(1);
  await changeRoute(page);
  await expect
    .poll(() => viewsOf(page))
    .toEqual([
      { path: firstPath, title: 'Deploy an update | Anedya Docs' },
      { path: secondPath, title: 'Update a device | Anedya Docs' },
    ]);
  await expect(page).toHaveTitle('Update a device | Anedya Docs');
}

// docs/behavior.md, section 7: page-view events are sent to analytics on route change.
test('each page view sends path and title once', async ({ page, request }) => {
  const before = [await counted(request, firstPath), await counted(request, secondPath)];
  await viewTwoPages(page);
  const [first = 0, second = 0] = before;
  await expect.poll(() => counted(request, firstPath)).toBe(first + 1);
  await expect.poll(() => counted(request, secondPath)).toBe(second + 1);
});

test('each page view sends its own title when frames are late', async ({ page }) => {
  await delayFrames(page);
  await viewTwoPages(page);
});

// docs/behavior.md, section 7: only a route change counts.
test('a change of the hash sends nothing', async ({ page }) => {
  await recordBeacons(page);
  await open(page, firstPath);
  await expect.poll(async () => (await beacons(page)).length).toBe(1);
  await page.locator('.theme-doc-toc-desktop a').last().click();
  await expect(page).toHaveURL(/#/);
  await changeRoute(page);
  await expect
    .poll(async () => (await viewsOf(page)).map(({ path }) => path))
    .toEqual([firstPath, secondPath]);
});

for (const [name, value] of [
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
] as const) {
  // docs/behavior.md, section 7, and the privacy promise of the site: no events for readers who opt out of tracking.
  test(`nothing is sent with ${name}`, async ({ page, request }) => {
    const before = await counted(request, secondPath);
    await recordBeacons(page);
    await page.addInitScript(
      ([key, shown]) => Object.defineProperty(navigator, key, { value: shown }),
      [name, value] as const,
    );
    await open(page, firstPath);
    await changeRoute(page);
    expect(await beacons(page)).toEqual([]);
    expect(await counted(request, secondPath)).toBe(before);
  });
}

const searchView = { path: '/search/', title: 'Search the documentation | Anedya Docs' };

// Search words are private: they are only in the URL and the title of the search page.
test('no page view contains search words', async ({ page }) => {
  await recordBeacons(page);
  await open(page, '/');
  await searchButton(page).click();
  await searchInput(page).fill('heartbeat');
  await searchDialog(page)
    .getByRole('link', { name: /^See all \d+ results$/ })
    .click();
  await expect(page).toHaveURL('/search/?q=heartbeat');
  await expect(page).toHaveTitle('Search results for "heartbeat" | Anedya Docs');
  await expect
    .poll(() => viewsOf(page))
    .toEqual([{ path: '/', title: 'What is Anedya | Anedya Docs' }, searchView]);
  await page.getByRole('searchbox').fill('mqtt');
  await expect(page).toHaveURL('/search/?q=mqtt');
  await page.goBack();
  await expect(heading(page)).toHaveText('What is Anedya');
  await expect.poll(async () => (await viewsOf(page)).length).toBe(3);
  expect((await beacons(page)).join()).not.toMatch(/heartbeat|mqtt/);
});

for (const path of ['/search/', '/search/?q=heartbeat']) {
  test(`a first visit to ${path} sends its whole title`, async ({ page }) => {
    await recordBeacons(page);
    await open(page, path);
    await expect.poll(() => viewsOf(page)).toEqual([searchView]);
  });
}

const firstView = { path: firstPath, title: 'Deploy an update | Anedya Docs' };
const secondView = { path: secondPath, title: 'Update a device | Anedya Docs' };

// docs/behavior.md, section 7: Back is a route change.
test('Back and Forward send page views', async ({ page }) => {
  await recordBeacons(page);
  await open(page, firstPath);
  await changeRoute(page);
  await expect.poll(() => viewsOf(page)).toEqual([firstView, secondView]);
  await page.goBack();
  await expect.poll(() => viewsOf(page)).toEqual([firstView, secondView, firstView]);
  await page.goForward();
  await expect.poll(() => viewsOf(page)).toEqual([firstView, secondView, firstView, secondView]);
});

// Its title is set in the frame that would have shown it: a view of it would get the title of the page before.
test('a page that gives way before it is shown sends no page view', async ({ page }) => {
  await recordBeacons(page);
  await open(page, firstPath);
  await changeRoute(page);
  await expect.poll(() => viewsOf(page)).toEqual([firstView, secondView]);
  await page.evaluate(async () => {
    const frames = new Map<number, FrameRequestCallback>();
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => {
      const id = -1 - frames.size;
      frames.set(id, callback);
      return id;
    };
    window.cancelAnimationFrame = (id) => frames.set(id, () => undefined);
    const headed = async (text: string) => {
      while (document.querySelector('h1')?.textContent !== text) {
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    history.back();
    await headed('Deploy an update');
    history.forward();
    await headed('Update a device');
    window.requestAnimationFrame = ask;
    for (const callback of frames.values()) callback(performance.now());
  });
  await expect.poll(() => viewsOf(page)).toEqual([firstView, secondView, secondView]);
});
