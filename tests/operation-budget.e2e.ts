import { stat } from 'node:fs/promises';
import path from 'node:path';
import { measureWeight } from '../bench/lib/page-weight.ts';
import { expect, hydrated, siteDir, test } from './support/fixtures.ts';
import { collectShifts } from './support/layout-shifts.ts';
import { PendingRequests } from './support/pending-requests.ts';
import { operationRoutes } from './support/specification-routes.ts';

const kB = 1000;
const htmlSize = async (route: string) =>
  (await stat(path.join(siteDir, route, 'index.html.br'))).size;

/**
 * The names of assets change with each build, and the size in Brotli with them, by up to 0.05 kB, so the budgets are 0.1 kB above
 * the largest page. The PowerShell and mosquitto programs that clean up when they are pasted take 0.1 kB,
 * the responses of each documented status 0.1 kB, and the address, ids and waiting time in the programs of all languages 0.8 kB.
 * What only the sandbox confirms, the operation's own error and the note for boards take 0.1 kB. The path before the host, and
 * controls that are 44 px high for fingers, take 0.1 to 0.2 kB, the fade at the edge of code 0.1 kB. Programs
 * that read an empty variable, and one with white space before it, as the others do, take 0.1 kB. Styles for larger text and
 * for menus that fingers use take 0.15 kB.
 */
const htmlBudget = 23.3 * kB;

/** Operations of devices have a program in C, too. */
const deviceHtmlBudget = 23.85 * kB;

/** Pages that say more: Submit data has the most programs, over HTTP and MQTT, and each of them computes the time that it sends. */
const htmlBudgets: Readonly<Record<string, number>> = {
  '/device/api/submitdata/': 24.6 * kB,
  // The programs that set a clock, for a computer and two boards.
  '/device/api/http-time-sync/': 28 * kB,
};

test('the HTML of every operation page stays within its budget', async () => {
  expect(operationRoutes).toHaveLength(52);
  const sizes = await Promise.all(
    operationRoutes.map(async (route) => [route, await htmlSize(route)] as const),
  );
  const budgetOf = (route: string) =>
    htmlBudgets[route] ?? (route.startsWith('/device/') ? deviceHtmlBudget : htmlBudget);
  const heavy = sizes.filter(([route, size]) => size > budgetOf(route));
  expect(heavy).toEqual([]);
});

for (const route of [
  '/platform-api/post-aggregates-variable-by-time/',
  '/device/api/submitdata/',
]) {
  test(`${route} ships at most 15 kB of JavaScript more than a prose page`, async ({
    browser,
    origin,
  }) => {
    const weigh = async (urlPath: string) => {
      const page = await browser.newPage();
      const { brotli } = await measureWeight(page, origin + urlPath);
      await page.close();
      return brotli.js;
    };
    const prose = await weigh('/changelog/');
    expect(prose).toBeGreaterThan(0);
    expect(await weigh(route)).toBeLessThanOrEqual(prose + 15 * kB);
  });
}

for (const width of [1440, 390]) {
  test(`the layout of an operation page does not shift in any language at ${width} px`, async ({
    page,
  }) => {
    const pending = new PendingRequests(page);
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => localStorage.setItem('docs-sample-http', 'java'));
    const shifts = await collectShifts(page);
    await page.goto('/platform-api/node-create/');
    await hydrated(page);
    await pending.settled();
    expect(await shifts()).toBeLessThan(0.01);
  });
}

// The table of contents comes last in the document and is shown at the top: a browser that paints before it arrives must
// have reserved its space.
for (const width of [1440, 1000, 390]) {
  test(`the table of contents of an operation page causes no layout shift at ${width} px`, async ({
    browser,
    origin,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto(`${origin}/platform-api/node-create/`);
    const headings = page.locator('article h1, article h2, article p');
    const places = () =>
      headings.evaluateAll((found) =>
        found.map((element) => {
          const { top, left, width } = element.getBoundingClientRect();
          return { top, left, width };
        }),
      );
    const before = await places();
    expect(before.length).toBeGreaterThan(5);
    await page.locator('.row > .col--3').evaluateAll((found) => {
      for (const element of found) element.remove();
    });
    expect(await places()).toEqual(before);
    await context.close();
  });
}
