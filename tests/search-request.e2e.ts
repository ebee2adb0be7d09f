import type { Page, Request } from '@playwright/test';
import { stopClock } from './support/clock.ts';
import { expect, open, test } from './support/fixtures.ts';
import { searchButton, searchDialog, searchInput } from './support/locators.ts';

interface Query {
  readonly query: string;
  readonly attributesToSnippet: readonly string[];
}

const isQuery = (request: Request): boolean =>
  new URL(request.url()).pathname === '/1/indexes/*/queries';

/** The only query of a request. */
function queryOf(request: Request): Query {
  const { requests } = JSON.parse(request.postData() ?? '') as { requests: Query[] };
  const [query] = requests;
  if (!query || requests.length > 1) throw new Error('a search sends one query');
  return query;
}

/** Searches in the dialog and returns the request. */
async function ask(page: Page): Promise<Request> {
  await open(page, '/');
  await searchButton(page).click();
  const sent = page.waitForRequest(isQuery);
  await searchDialog(page).getByPlaceholder('Search docs').fill('mqtt');
  return sent;
}

/** Opens the search page with a query and returns the request. */
async function askPage(page: Page, words: string): Promise<Query> {
  const sent = page.waitForRequest(isQuery);
  await open(page, `/search/?q=${encodeURIComponent(words)}`);
  return queryOf(await sent);
}

// docs/behavior.md, section 7: content of a search request, with the names of DocSearch.
test('the dialog sends its query as the specification lists it', async ({ page }) => {
  const request = await ask(page);
  expect(request.method()).toBe('POST');
  expect(new URL(request.url()).searchParams.get('x-algolia-application-id')).toBe('self-hosted');
  expect(queryOf(request)).toEqual({
    query: 'mqtt',
    indexName: 'anedya-docs',
    attributesToRetrieve: [
      ...[0, 1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`),
      'content',
      'type',
      'url',
    ],
    attributesToSnippet: [
      ...[1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}:10`),
      'content:10',
    ],
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    hitsPerPage: 20,
    clickAnalytics: false,
    facetFilters: [
      'language:en',
      ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current'],
    ],
  });
});

for (const [width, words] of [
  [1440, 10],
  [769, 10],
  [768, 5],
] as const) {
  // docs/behavior.md, section 9: snippets of 10 words, or 5 on screens up to 768 px wide.
  test(`a query at ${width} px requests snippets of ${words} words`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    expect(queryOf(await ask(page)).attributesToSnippet).toContain(`content:${words}`);
    const { attributesToSnippet } = await askPage(page, 'mqtt');
    expect(attributesToSnippet).toEqual([`content:${words}`]);
  });
}

// docs/behavior.md, section 5: the search input accepts at most 64 characters, also from other sources.
for (const [words, asked] of [
  ['x'.repeat(160), 'x'.repeat(64)],
  [`${'x'.repeat(63)}😀`, 'x'.repeat(63)],
] as const) {
  test(`the search page uses 64 of ${words.length} characters in the URL`, async ({ page }) => {
    expect((await askPage(page, words)).query).toBe(asked);
    await expect(page.getByRole('searchbox')).toHaveValue(asked);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Search results for "${asked}"`,
    );
  });
}

test('only the last query is sent while the page is busy', async ({ page }) => {
  await page.route('**/1/indexes/**', () => undefined);
  await open(page, '/');
  await searchButton(page).click();
  const input = searchInput(page);
  await expect(input).toBeFocused();
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (isQuery(request)) sent.push(request);
  });
  const last = page.waitForRequest(
    (request) => isQuery(request) && queryOf(request).query === 'mqtt',
  );
  // Each letter is rendered, and no other task runs between two of them.
  await input.evaluate(async (field: HTMLInputElement) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (const text of ['m', 'mq', 'mqt', 'mqtt']) {
      value?.set?.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve();
    }
  });
  await last;
  expect(sent.map((request) => queryOf(request).query)).toEqual(['mqtt']);
});

// docs/behavior.md, sections 4 and 9: a search is stalled after 300 ms of loading.
test('a search is shown as stalled after 300 ms', async ({ page }) => {
  await page.clock.install();
  await page.route('**/1/indexes/**', () => undefined);
  await open(page, '/');
  await searchButton(page).click();
  const input = searchInput(page);
  await expect(input).toBeFocused();
  await stopClock(page);
  await input.fill('mqtt');
  const status = searchDialog(page).getByRole('status');
  await page.clock.runFor(299);
  await expect(status).toBeEmpty();
  await page.clock.runFor(1);
  await expect(status).toHaveText('Searching…');
});
