import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { describe, expect, it } from 'vitest';
import { levels, type SearchRecord } from '../../packages/search/src/types.ts';
import { pageRecords } from '../../packages/search/src/records/index.ts';
import { pageHtml, siteRecords, sitemapPaths } from './support/built-site.ts';

const pages = sitemapPaths();
const byPage = new Map<string, SearchRecord[]>();
for (const record of siteRecords()) {
  const own = byPage.get(record.url_without_anchor);
  if (own) own.push(record);
  else byPage.set(record.url_without_anchor, [record]);
}

/** Field, code or heading that a record describes: the innermost level of its hierarchy. */
const innermost = ({ hierarchy }: SearchRecord) =>
  levels.flatMap((level) => hierarchy[level] ?? []).at(-1);
const rowsKept = new Set(siteRecords().map(innermost));

/** Tags and entities; a placeholder such as `<connection key>` is text. */
const markup =
  /<\/?(?:a|b|br|code|div|em|li|p|pre|span|strong|td|tr|ul)(?:\s[^>]*)?>|&(?:amp|lt|gt|quot|#\d+);|\u200b/;

const withContent = pages.filter((page) => page !== '/search/');

describe('records of the built site', () => {
  it('omit the search page', () => {
    expect(pages).toContain('/search/');
    expect(byPage.has('/search/')).toBe(false);
  });

  it('have unique ids', () => {
    const ids = siteRecords().map(({ objectID }) => objectID);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are plain text and not empty', () => {
    const odd = siteRecords().filter(({ type, content, hierarchy }) => {
      const text = type === 'content' ? content : hierarchy[type];
      return text === null || text.trim() === '' || markup.test(text);
    });
    expect(odd.map(({ url, content }) => [url, content])).toEqual([]);
  });

  it('belong to a section and a title', () => {
    const lost = siteRecords().filter(({ hierarchy }) => !hierarchy.lvl0 || !hierarchy.lvl1);
    expect(lost).toEqual([]);
  });
});

describe.each(withContent)('%s', (page) => {
  const records = byPage.get(page) ?? [];
  const html = fromHtml(pageHtml(page));
  const ids = new Set(selectAll('[id]', html).map(({ properties }) => String(properties.id)));

  it('has a title and text', () => {
    expect(records.filter(({ type }) => type === 'lvl1')).toHaveLength(1);
    expect(records.some(({ type }) => type === 'content')).toBe(true);
  });

  it('has records at anchors that exist', () => {
    const missing = records.filter(({ anchor }) => anchor !== null && !ids.has(anchor));
    expect(missing.map(({ url }) => url)).toEqual([]);
  });

  it('has a record for every field, code and heading', () => {
    const all = pageRecords(pageHtml(page), { baseUrl: '/', path: page.slice(1) });
    const anchors = new Set(all.map(({ anchor }) => anchor));
    const wanted = selectAll('.markdown .field[id], .markdown .anchor[id]', html);
    const without = wanted
      .map(({ properties }) => String(properties.id))
      .filter((id) => !anchors.has(id));
    expect(without).toEqual([]);
    // Rows that many pages repeat are indexed once for the whole site.
    expect(all.map(innermost).filter((name) => !rowsKept.has(name))).toEqual([]);
  });

  it('has the address of its operation', () => {
    const requests = selectAll('.endpoint', html).length;
    const addresses = records.filter(({ content }) => /^POST https:\S+$/.test(content ?? ''));
    expect(addresses).toHaveLength(requests);
  });
});
