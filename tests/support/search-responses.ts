import type { Page } from '@playwright/test';

export interface MockHit {
  readonly title: string;
  /** Group in the dialog. */
  readonly section?: string;
  /** Absolute URL. */
  readonly url?: string;
  readonly content?: string;
}

/** A hit as the provider sends it, with unescaped texts, as an external index can contain them. */
function wireHit({ title, section = 'Guides', url, content }: MockHit, number: number) {
  const hierarchy = {
    lvl0: section,
    lvl1: title,
    lvl2: null,
    lvl3: null,
    lvl4: null,
    lvl5: null,
    lvl6: null,
  };
  const marked = (value: string) => ({ value, matchLevel: 'none', matchedWords: [] });
  const address = url ?? `https://docs.anedya.io/changelog/#hit-${number}`;
  return {
    objectID: `${address} ${content ?? ''}`,
    type: content === undefined ? 'lvl1' : 'content',
    url: address,
    hierarchy,
    content: content ?? null,
    _highlightResult: { hierarchy: { lvl0: marked(section), lvl1: marked(title) } },
    _snippetResult: {
      hierarchy: { lvl1: marked(title) },
      ...(content === undefined ? {} : { content: marked(content) }),
    },
  };
}

/** Responds to every search of a page with the given hits. */
export async function mockSearch(
  page: Page,
  hitsFor: (query: string) => readonly MockHit[],
): Promise<void> {
  await page.route('**/1/indexes/**', async (route) => {
    const { requests } = route.request().postDataJSON() as { requests: { query: string }[] };
    const results = requests.map(({ query }) => {
      const hits = hitsFor(query).map(wireHit);
      return { hits, nbHits: hits.length, page: 0, nbPages: 1, hitsPerPage: 20, query };
    });
    await route.fulfill({ json: { results } });
  });
}

/** Makes every search fail: on the server, and in the worker, which loads the index. */
export async function failSearch(page: Page): Promise<void> {
  await page.route(/\/1\/indexes\/|\/search\/index\.json/, (route) =>
    route.abort('internetdisconnected'),
  );
}
