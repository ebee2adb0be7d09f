import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { attributes, buildDir, readPage, texts } from './support/built-site.ts';
import { routes } from './support/specification-routes.ts';

describe.each(routes)('%s', (route) => {
  // Pictures have titles of their own.
  const html = readPage(route).replaceAll(/<svg[\s\S]*?<\/svg>/g, '');

  it('has a title of its own before the site', () => {
    expect(texts(html, 'title')).toEqual([expect.stringMatching(/^\S.* \| Anedya Docs$/)]);
  });

  it('has a description', () => {
    const descriptions = attributes(html, 'meta', 'content', { name: 'description' });
    expect(descriptions).toEqual([expect.stringMatching(/\S{2,} \S+/)]);
  });

  it('has one heading of the first level', () => {
    expect(texts(html, 'h1')).toEqual([expect.stringMatching(/\S/)]);
  });

  // RFC 6596: the address to prefer.
  it('names its canonical address', () => {
    const links = attributes(html, 'link', 'href', { rel: 'canonical' });
    expect(links.map((link) => new URL(link).pathname)).toEqual([route]);
  });

  // Specification, section 1: framework version 3.7.0, language en.
  it('is built by the specified framework, in English', () => {
    expect(attributes(html, 'meta', 'content', { name: 'generator' })).toEqual([
      'Docusaurus v3.7.0',
    ]);
    expect(attributes(html, 'html', 'lang')).toEqual(['en']);
  });

  // Specification, section 2, Footer.
  it('ends with the copyright line and no link', () => {
    const [footer] = texts(html, 'footer');
    expect(footer).toMatch(/^Copyright © 2025 \S/);
    expect(/<footer[\s\S]*<\/footer>/.exec(html)?.[0]).not.toContain('<a ');
  });

  // Specification, section 2: pages have breadcrumbs; the search page is no document.
  it.runIf(route !== '/search/')('has breadcrumbs', () => {
    expect(attributes(html, 'nav', 'aria-label')).toContain('Breadcrumbs');
  });
});

describe('the not-found page', () => {
  const html = readFileSync(path.join(buildDir, '404.html'), 'utf8');

  it('says what it is', () => {
    expect(texts(html, 'h1')).toEqual(['Page Not Found']);
    expect(texts(html, 'title')).toEqual([expect.stringMatching(/\S/)]);
  });
});
