import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from '@playwright/test';
import { stopClock } from './support/clock.ts';
import { expect, open, test } from './support/fixtures.ts';
import { searchButton, searchDialog, searchHits, searchInput } from './support/locators.ts';

const isQuery = (request: Request): boolean => request.url().includes('/1/indexes/');

/** Queries that the page has sent over the network so far. */
function queriesOf(page: Page): Request[] {
  const queries: Request[] = [];
  page.on('request', (request) => {
    if (isQuery(request)) queries.push(request);
  });
  return queries;
}

async function openDialog(page: Page): Promise<void> {
  await searchButton(page).click();
  await expect(searchInput(page)).toBeFocused();
}

// docs/behavior.md, sections 7 and 9: a failing host is retried after 2 minutes. Until then, the worker of the page searches.
test('a failed search host is not used for 2 minutes', async ({ page }) => {
  await page.clock.install();
  const queries = queriesOf(page);
  await page.route('**/1/indexes/**', (route) => route.abort(), { times: 1 });
  await open(page, '/');
  await openDialog(page);
  await searchInput(page).fill('heartbeat');
  await expect(searchHits(page).first()).toContainText(/heartbeat/i);
  expect(queries).toHaveLength(1);

  await searchInput(page).fill('create a node');
  await expect(searchHits(page).first()).toContainText('Create a node');
  await page.clock.fastForward(110_000);
  await searchInput(page).fill('value store');
  await expect(searchHits(page).first()).toContainText(/value store/i);
  expect(queries).toHaveLength(1);

  await page.clock.fastForward(11_000);
  await searchInput(page).fill('access token');
  await expect(searchHits(page).first()).toContainText(/access token/i);
  expect(queries).toHaveLength(2);
});

/** Requests that the page has canceled. */
function abortedOf(page: Page): string[] {
  const aborted: string[] = [];
  page.on('requestfailed', (request) => {
    if (isQuery(request)) aborted.push(request.failure()?.errorText ?? '');
  });
  return aborted;
}

// docs/behavior.md, section 9: connect timeout 1 s.
test('a search host that does not respond times out after 1 s', async ({ page }) => {
  await page.clock.install();
  await page.route('**/1/indexes/**', () => undefined);
  await open(page, '/');
  await openDialog(page);
  const aborted = abortedOf(page);
  await stopClock(page);
  const sent = page.waitForRequest(isQuery);
  await searchInput(page).fill('heartbeat');
  await sent;
  await page.clock.runFor(999);
  expect(aborted).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => aborted).toEqual(['net::ERR_ABORTED']);
  await page.clock.resume();
  await expect(searchHits(page).first()).toContainText(/heartbeat/i);
});

/** The site behind a server that starts each search response and never completes it. */
async function startHangingSite(origin: string) {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/1/indexes/')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
      return;
    }
    void fetch(origin + path).then(async (upstream) => {
      response.writeHead(upstream.status, {
        'content-type': upstream.headers.get('content-type') ?? '',
      });
      response.end(Buffer.from(await upstream.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}

// docs/behavior.md, section 9: read timeout 2 s.
test('a search host that stalls times out after 2 s', async ({ page, origin }) => {
  const site = await startHangingSite(origin);
  await page.clock.install();
  // The page learns about headers later than the network does.
  await page.addInitScript(() => {
    window.XMLHttpRequest = class extends XMLHttpRequest {
      override send(body?: XMLHttpRequestBodyInit) {
        this.addEventListener('readystatechange', () => {
          if (this.readyState === XMLHttpRequest.HEADERS_RECEIVED)
            document.documentElement.dataset.hasHeaders = 'true';
        });
        super.send(body);
      }
    };
  });
  await open(page, site.url);
  await openDialog(page);
  const aborted = abortedOf(page);
  await stopClock(page);
  await searchInput(page).fill('heartbeat');
  await page.waitForFunction(() => document.documentElement.dataset.hasHeaders);
  await page.clock.runFor(1999);
  expect(aborted).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => aborted).toEqual(['net::ERR_ABORTED']);
  await site.close();
});

// docs/behavior.md, section 7: the read timeout also applies to the worker of the page.
test('an index that stalls times out after 2 s', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      override postMessage(message: { readonly kind?: string }) {
        if (message.kind === 'query') document.documentElement.dataset.isAsked = 'true';
        super.postMessage(message);
      }
    };
  });
  await page.route('**/1/indexes/**', (route) => route.abort());
  const asked = page.waitForRequest('**/search/index.json');
  await page.context().route('**/search/index.json', () => undefined);
  await open(page, '/');
  await openDialog(page);
  await asked;
  await stopClock(page);
  await searchInput(page).fill('heartbeat');
  await page.waitForFunction(() => document.documentElement.dataset.isAsked);
  const error = searchDialog(page).getByText('Unable to fetch results');
  await page.clock.runFor(1900);
  await expect(error).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(error).toBeVisible();
});
