import type { Page, Request } from '@playwright/test';
import { stopClock } from './support/clock.ts';
import { expect, open, test } from './support/fixtures.ts';
import { searchButton, searchDialog } from './support/locators.ts';

interface Query {
  readonly query: string;
  readonly hitsPerPage: number;
  readonly attributesToSnippet: readonly string[];
  readonly facetFilters: unknown;
}

const isQuery = (request: Request): boolean =>
  new URL(request.url()).pathname === '/1/indexes/*/queries';

/** Asks for something in the dialog and reads the one query that goes out. */
async function ask(page: Page): Promise<Query> {
  await open(page, '/');
  await searchButton(page).click();
  const sent = page.waitForRequest(isQuery);
  await searchDialog(page).getByPlaceholder('Search docs').fill('mqtt');
  const body = JSON.parse((await sent).postData() ?? '') as { requests: Query[] };
  const [query] = body.requests;
  if (!query || body.requests.length > 1) throw new Error('the dialog sends one query');
  return query;
}

for (const [width, words] of [
  [1440, 10],
  [769, 10],
  [768, 5],
] as const) {
  // Specification, sections 7 and 9: 20 results, snippets of 10 words, or 5 on screens up to 768 px wide.
  test(`a query at ${width} px asks for snippets of ${words} words`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const query = await ask(page);
    expect(query.hitsPerPage).toBe(20);
    expect(query.attributesToSnippet).toContain(`content:${words}`);
    expect(query.facetFilters).toEqual([
      'language:en',
      ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current'],
    ]);
  });
}

// Specification, sections 4 and 9: a search is stalled after 300 ms of loading.
test('a search is shown as stalled after 300 ms', async ({ page }) => {
  await page.clock.install();
  await page.route('**/1/indexes/**', () => undefined);
  await open(page, '/');
  await searchButton(page).click();
  const input = searchDialog(page).getByPlaceholder('Search docs');
  await expect(input).toBeFocused();
  await stopClock(page);
  await input.fill('mqtt');
  const stalled = page.locator('.DocSearch-Container--Stalled');
  await page.clock.runFor(299);
  await expect(stalled).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(stalled).toHaveCount(1);
});
