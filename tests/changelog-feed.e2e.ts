import { expect, open, test } from './support/fixtures.ts';

for (const [type, root, entry] of [
  ['application/atom+xml', 'feed', 'entry'],
  ['application/rss+xml', 'rss', 'item'],
] as const) {
  test(`the changelog leads to a well-formed feed (${type})`, async ({ page }) => {
    await open(page, '/changelog/');
    const linked = page.locator(`article a[type="${type}"]`);
    await expect(linked).toBeVisible();
    const feed = await page.evaluate(async (wanted) => {
      const link = document.querySelector<HTMLLinkElement>(
        `link[rel="alternate"][type="${wanted}"]`,
      );
      const anchor = document.querySelector<HTMLAnchorElement>(`article a[type="${wanted}"]`);
      const response = await fetch(link?.href ?? '');
      const parsed = new DOMParser().parseFromString(await response.text(), 'application/xml');
      return {
        sameAddress: link?.href === anchor?.href,
        status: response.status,
        root: parsed.documentElement.localName,
        entries: parsed.querySelectorAll('entry, item').length,
        titles: [...parsed.querySelectorAll('entry > title, item > title')].map(
          ({ textContent }) => textContent,
        ),
      };
    }, type);
    expect(feed).toMatchObject({ sameAddress: true, status: 200, root });
    expect(feed.entries, entry).toBeGreaterThan(20);
    expect(feed.titles).toContain('First edition');
    expect(feed.titles).toContain('Python device SDK 0.1.10');
  });
}
