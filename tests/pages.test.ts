import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { attributes, buildDir, readPage, texts } from './support/built-site.ts';
import { operationRoutes, routes } from './support/specification-routes.ts';

/** HTML of a page without its images, which have their own titles. */
const pageOf = (route: string) => readPage(route).replaceAll(/<svg[\s\S]*?<\/svg>/g, '');

const paginationLink =
  /<a class="pagination-nav__link[^"]*" href=([^\s>]+)>[\s\S]*?pagination-nav__label>([^<]*)/g;

const languages = 'curl nodejs python go rust csharp ruby php java powershell'.split(' ');

describe.each(routes)('%s', (route) => {
  const html = pageOf(route);

  it('has its own title before that of the site', () => {
    expect(texts(html, 'title')).toEqual([expect.stringMatching(/^\S.* \| Anedya Docs$/)]);
  });

  it('has a description', () => {
    const descriptions = attributes(html, 'meta', 'content', { name: 'description' });
    expect(descriptions).toEqual([expect.stringMatching(/\S{2,} \S+/)]);
  });

  it('has one heading of the first level', () => {
    expect(texts(html, 'h1')).toEqual([expect.stringMatching(/\S/)]);
  });

  // RFC 6596: the canonical URL.
  it('has its canonical URL', () => {
    const links = attributes(html, 'link', 'href', { rel: 'canonical' });
    expect(links.map((link) => new URL(link).pathname)).toEqual([route]);
  });

  // docs/behavior.md, section 1: framework version 3.7.0, language en.
  it('is built by the specified framework, in English', () => {
    expect(attributes(html, 'meta', 'content', { name: 'generator' })).toEqual([
      'Docusaurus v3.7.0',
    ]);
    expect(attributes(html, 'html', 'lang')).toEqual(['en']);
  });

  // docs/behavior.md, section 2, Footer.
  it('ends with the copyright line and no link', () => {
    const [footer] = texts(html, 'footer');
    expect(footer).toMatch(/^Copyright © 2025 \S/);
    expect(/<footer[\s\S]*<\/footer>/.exec(html)?.[0]).not.toContain('<a ');
  });

  // docs/behavior.md, section 2: pages have breadcrumbs.
  it('has breadcrumbs that start with the home page', () => {
    const [breadcrumbs = ''] = /<nav [^>]*aria-label=Breadcrumbs[\s\S]*?<\/nav>/.exec(html) ?? [];
    expect(attributes(breadcrumbs, 'a', 'aria-label')).toEqual(['Home page']);
    expect(attributes(breadcrumbs, 'a', 'href')[0]).toBe('/');
  });

  it('has the names of the sidebar in its breadcrumbs', () => {
    const links = (text: string) =>
      [
        ...text.matchAll(/<a class="?([^">]*?)"?(?: [^>]*)? href=([^\s>]+)[^>]*>([\s\S]*?)<\/a>/g),
      ].map(([, , href = '', label = '']) => [href, label.replaceAll(/<[^>]+>/g, '')] as const);
    const [breadcrumbs = ''] = /<nav [^>]*aria-label=Breadcrumbs[\s\S]*?<\/nav>/.exec(html) ?? [];
    const [sidebar = ''] = /<nav [^>]*aria-label="Docs sidebar"[\s\S]*?<\/nav>/.exec(html) ?? [];
    const names = new Map(links(sidebar));
    const parents = links(breadcrumbs).filter(([href]) => href !== '/');
    expect(parents).toEqual(parents.map(([href]) => [href, names.get(href)]));
  });

  it('has a social card next to it, with a text alternative', () => {
    const [link] = /<link [^>]*rel=canonical[^>]*>/.exec(html) ?? [''];
    const [address] = attributes(link, 'link', 'href');
    const card = /<meta property=og:image content=(\S+?)>/.exec(html)?.[1];
    expect(card).toBe(`${address}card.png`);
    expect(html).toMatch(/<meta property=og:image:alt content="[^"]+">/);
    const png = readFileSync(path.join(buildDir, route, 'card.png'));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  // docs/behavior.md, section 3: the table of contents shows heading levels 2 to 3.
  it('lists every heading of the second and third level in its table of contents, and no other', () => {
    const article = /<article[\s\S]*<\/article>/.exec(html)?.[0] ?? '';
    const headings = [...article.matchAll(/<h[2-3] [^>]*\bid=([^\s>]+)/g)].map(
      ([, id]) => `#${id}`,
    );
    const [, after = ''] = html.split('</article>');
    const [contents = ''] = /<ul class="table-of-contents[\s\S]*<\/ul>/.exec(after) ?? [];
    // The home page has a closed one below its title at every width: its tour takes the width of the column.
    expect(attributes(contents, 'a', 'href')).toEqual(route === '/' ? [] : headings);
  });
});

// WCAG 2.4.2: tabs, bookmarks and search results distinguish pages by their titles.
it('no two pages have the same title', () => {
  const titles = routes.map((route) => texts(pageOf(route), 'title')[0]);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

// The label describes the target without the context of the sidebar. Operations are next to operations of the same API.
it('no two guides or indexes have the same name in the links to the page before and after', () => {
  const names = new Map<string, Set<string>>();
  for (const route of routes) {
    for (const [, href = '', label = ''] of pageOf(route).matchAll(paginationLink)) {
      if (operationRoutes.includes(href)) continue;
      names.set(label, (names.get(label) ?? new Set()).add(href));
    }
  }
  expect(names.size).toBeGreaterThan(25);
  expect([...names].filter(([, targets]) => targets.size > 1)).toEqual([]);
});

describe.each(operationRoutes)('%s', (route) => {
  // docs/behavior.md, section 2: code samples in ten languages, in this order, and in C for devices.
  it('offers the languages of the specification in their order', () => {
    const [menu = ''] =
      /<select [^>]*aria-label=Language[\s\S]*?<\/select>/.exec(pageOf(route)) ?? [];
    expect(attributes(menu, 'option', 'value')).toEqual(
      route.startsWith('/device/') ? [...languages, 'c'] : languages,
    );
  });
});

describe('the not-found page', () => {
  const html = readFileSync(path.join(buildDir, '404.html'), 'utf8');

  it('says what it is', () => {
    expect(texts(html, 'h1')).toEqual(['Page Not Found']);
    expect(texts(html, 'title')).toEqual([expect.stringMatching(/\S/)]);
  });

  it('has no URL and no social card', () => {
    expect(attributes(html, 'link', 'href', { rel: 'canonical' })).toEqual([]);
    expect(attributes(html, 'link', 'href', { rel: 'alternate' })).toEqual([]);
    expect(html).not.toMatch(/og:(?:url|image)/);
  });

  it('has links in its text', () => {
    const [content = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
    expect(attributes(content, 'a', 'href')).toEqual(['/', '/platform-api/', '/device/']);
  });
});

// Scripts are deferred: the banner of a wrong base URL waits for them (site/delivery/first-paint.ts).
it("starts the base-URL banner's wait after the scripts", () => {
  const html = readPage('/');
  expect(html).toContain('"docs:scripts-settled",function(){void 0===window.docusaurus');
  expect(html).not.toContain('DOMContentLoaded');
});

it('draws a different social card for every page', () => {
  const cards = routes.map((route) =>
    readFileSync(path.join(buildDir, route, 'card.png')).toString('base64'),
  );
  expect(new Set(cards).size).toBe(routes.length);
});
