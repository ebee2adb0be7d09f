import { describe, expect, it } from 'vitest';
import { attributes, readPage, sidebarOf } from './support/built-site.ts';
import { deviceRoutes, platformRoutes, routes, unlisted } from './support/specification-routes.ts';

const docs = routes.filter((route) => route !== '/search/');
const listed = docs.filter((route) => route !== unlisted);

/** Paths a page's sidebar links to. */
const linksOf = new Map(
  docs.map((route) => [route, attributes(sidebarOf(readPage(route)), 'a', 'href')] as const),
);

type Name = 'tutorial' | 'platform' | 'device';

/** The specified sidebar that contains a document. */
function sidebarFor(route: string): Name {
  if (platformRoutes.includes(route)) return 'platform';
  return deviceRoutes.includes(route) ? 'device' : 'tutorial';
}

// docs/behavior.md, section 2: three sidebars; webhookaction is in none.
describe.each(listed)('%s', (route) => {
  const html = readPage(route);
  const links = linksOf.get(route) ?? [];

  it('is in the sidebar of its page, marked as the current one', () => {
    expect(links).toContain(route);
    const current = attributes(sidebarOf(html), 'a', 'href', { 'aria-current': 'page' });
    expect(current).toContain(route);
  });

  it('has only documents of its sidebar next to it', () => {
    const inside = links.filter((link) => link.startsWith('/'));
    expect(inside.filter((link) => sidebarFor(link) !== sidebarFor(route))).toEqual([]);
    expect(inside.filter((link) => !docs.includes(link))).toEqual([]);
  });
});

describe('the page that is in no sidebar', () => {
  it('shows the text of its neighbors', () => {
    expect(linksOf.get(unlisted)).toContain('/features/events/');
  });

  it('is in no sidebar link of any page', () => {
    const naming = docs.filter((route) => linksOf.get(route)?.includes(unlisted));
    expect(naming).toEqual([]);
  });
});
