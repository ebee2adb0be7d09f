import { describe, expect, it } from 'vitest';
import { buildIndex, loadIndex } from '../../packages/search/src/index.ts';
import { siteRecords } from './support/built-site.ts';

const engine = loadIndex(buildIndex(siteRecords()));
const firstPage = (query: string) =>
  engine.search({ query, page: 0, hitsPerPage: 1 }).hits[0]?.record.url_without_anchor;

/** Titles whose words are also the title or a heading of a more important page. */
const ambiguousTitles: readonly string[] = ['Create a deployment', 'Get value', 'Platform API'];

describe('a query that is copied from a page', () => {
  it('leads to the page with this title', () => {
    const pages = new Map<string, string[]>();
    for (const { type, hierarchy, url_without_anchor: page } of siteRecords()) {
      const title = hierarchy.lvl1 ?? '';
      if (type === 'lvl1') pages.set(title, [...(pages.get(title) ?? []), page]);
    }
    const missed = [...pages].filter(([title, own]) => !own.includes(firstPage(title) ?? ''));
    const titles = missed.map(([title]) => title);
    expect(titles.filter((title) => !ambiguousTitles.includes(title))).toEqual([]);
  });

  it('leads to the operation with this method and URL', () => {
    const endpoints = siteRecords().filter(({ content }) => /^POST https:\S+$/.test(content ?? ''));
    expect(endpoints.length).toBeGreaterThan(0);
    const missed = endpoints.filter(
      ({ content, url_without_anchor: page }) => firstPage(content ?? '') !== page,
    );
    expect(missed.map(({ content }) => content)).toEqual([]);
  });
});
