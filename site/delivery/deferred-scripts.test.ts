import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deferScripts } from './first-paint';
import { HtmlFile } from './html-file';

const deferred = (html: string) => {
  const file = new HtmlFile(html);
  deferScripts(file);
  return file.toString();
};

const page = (head: string) => `<!doctype html><html><head>${head}</head><body>text</body></html>`;
const two =
  '<script src="/assets/js/runtime.1.js" defer="defer"></script><script src="/assets/js/main.2.js" defer></script>';

describe('deferScripts', () => {
  // The minifier writes the shortest form.
  it.each([
    ['<script src=/assets/js/a.js defer></script>', '/assets/js/a.js'],
    ['<script src="/assets/js/a.js" defer></script>', '/assets/js/a.js'],
    ['<script src="/assets/js/a.js" defer=""></script>', '/assets/js/a.js'],
  ])('defers %s', (tag, url) => {
    const html = deferred(page(tag));
    expect(html).toContain(`<meta name="docs-script" content="${url}">`);
    expect(html).not.toContain(tag);
  });

  it('keeps the order of scripts', () => {
    const html = deferred(page(two.replace('="defer"', '')));
    const names = [...html.matchAll(/name="docs-script" content="([^"]+)"/g)].map(([, url]) => url);
    expect(names).toEqual(['/assets/js/runtime.1.js', '/assets/js/main.2.js']);
  });

  it('adds the loader at the end of the page', () => {
    const html = deferred(page('<script src=/a.js defer></script>'));
    expect(html).toMatch(/<\/html><script>[^<]*<\/script>$/);
    expect(html).not.toMatch(/<script[^>]*\ssrc=/);
  });

  it('ignores inline and data scripts', () => {
    const inline = '<script>a()</script><script type="application/ld+json">{}</script>';
    expect(deferred(page(`${inline}<script src=/a.js defer></script>`))).toContain(inline);
  });

  it.each([
    '',
    '<script>inline()</script>',
    '<script src=/a.js></script>',
    '<script async src=/a.js>',
    '<script src=/a.js defer></script><script src=/b.js></script>',
    '<script src=/a.js defer></script><script src="/b.js" type="module"></script>',
  ])('throws on a template with other scripts: %j', (head) => {
    expect(() => deferred(page(head))).toThrow('the page template has changed');
  });
});

describe('the script of the base-URL banner', () => {
  const core = path.dirname(
    createRequire(import.meta.url).resolve('@docusaurus/core/package.json'),
  );
  const banner = path.join(core, 'lib/client/BaseUrlIssueBanner/index.js');

  it('is moved after the scripts', () => {
    const wait =
      'document.addEventListener("DOMContentLoaded",function(){void 0===window.docusaurus';
    const html = deferred(page(`<script>${wait}</script><script src=/a.js defer></script>`));
    expect(html).not.toContain('DOMContentLoaded');
    expect(html).toContain(
      'document.addEventListener("docs:scripts-settled",function(){void 0===window.docusaurus',
    );
  });

  it('matches the output of the framework', () => {
    expect(readFileSync(banner, 'utf8')).toMatch(
      /document\.addEventListener\('DOMContentLoaded', function maybeInsertBanner\(\)/,
    );
  });
});
