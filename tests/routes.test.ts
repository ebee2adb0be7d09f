import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildDir, htmlFiles } from './support/built-site.ts';
import { platformRoutes, routes } from './support/specification-routes.ts';

const built = htmlFiles()
  .filter((file) => /(^|\/)index\.html$/.test(file))
  .map((file) => `/${file.replace(/index\.html$/, '')}`);

// docs/behavior.md, section 2: screens and routes.
describe('routes of the built site', () => {
  it('contain all routes of the specification', () => {
    expect(routes.filter((route) => !built.includes(route))).toEqual([]);
  });

  it('contain no route outside the specification', () => {
    expect(built.filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('are 86 pages and the not-found page', () => {
    expect(new Set(routes).size).toBe(86);
    expect(htmlFiles()).toHaveLength(87);
    expect(htmlFiles()).toContain('404.html');
  });

  it('have no platform operation that the specification excludes', () => {
    expect(platformRoutes).not.toContain('/platform-api/valuestore-set-value/');
    expect(built).not.toContain('/platform-api/valuestore-set-value/');
  });
});

// docs/behavior.md, section 9: weekly, 0.8.
describe('sitemap', () => {
  const sitemap = readFileSync(path.join(buildDir, 'sitemap.xml'), 'utf8');
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  );

  it('lists every route once, except perhaps the search page', () => {
    const listed = paths.filter((route) => route !== '/search/').sort();
    expect(listed).toEqual(routes.filter((route) => route !== '/search/').sort());
  });

  it('gives each its frequency and priority, and nothing else', () => {
    const entries = [...sitemap.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry]) => entry ?? '');
    expect(entries).toHaveLength(paths.length);
    const entry =
      /^<loc>https:\/\/[^<]+\/<\/loc><changefreq>weekly<\/changefreq><priority>0\.8<\/priority>$/;
    expect(entries.filter((text) => !entry.test(text))).toEqual([]);
  });
});
