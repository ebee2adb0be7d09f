import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { attributes, buildDir, htmlFiles, readPage } from './support/built-site.ts';

/** Bytes of both fonts together. */
const budget = 45_000;

const fontsIn = (html: string) => attributes(html, 'link', 'href', { as: 'font' });
const sizeOf = (href: string) => statSync(path.join(buildDir, href)).size;

describe('fonts', () => {
  it('stay within 45 kB for text and code together', () => {
    const fonts = fontsIn(readPage('/platform-api/node-create/'));
    expect(fonts).toHaveLength(2);
    const sizes = fonts.map(sizeOf);
    expect(Math.min(...sizes)).toBeGreaterThan(1000);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(budget);
  });

  // A font that is late is not used (`font-display: optional`), so every page asks for the fonts it shows first.
  it.each(htmlFiles())('%s preloads the fonts that its styles name, and no others', (file) => {
    const html = readFileSync(path.join(buildDir, file), 'utf8');
    const named = [...html.matchAll(/url\(["']?([^"')]+\.woff2)["']?\)/g)].map(([, href]) => href);
    expect(named).toHaveLength(2);
    const wanted = html.includes('<code') ? named : named.slice(0, 1);
    expect(fontsIn(html)).toEqual(wanted);
    expect(html).not.toContain('data:font');
  });

  // Named again after the first paint, a font that came too late would replace the text on the screen.
  it('are named inline only', () => {
    const [, sheet = ''] = / data-docs-sheet="([^"]+)"/.exec(readPage('/')) ?? [];
    expect(readPage('/')).toContain('@font-face');
    expect(readFileSync(path.join(buildDir, sheet), 'utf8')).not.toContain('@font-face');
  });

  // `src/css/fonts/README.md` says how to add a character.
  it('have every character of the pages', () => {
    const readme = readFileSync(
      path.resolve(import.meta.dirname, '../site/src/css/fonts/README.md'),
      'utf8',
    );
    const ranges = [...readme.matchAll(/\b(?:U\+)([0-9A-F]{4})(?:-([0-9A-F]{4}))?/g)].map(
      ([, first = '', last = first]) => [parseInt(first, 16), parseInt(last, 16)] as const,
    );
    expect(ranges.length).toBeGreaterThan(10);
    const has = (code: number) => ranges.some(([first, last]) => code >= first && code <= last);
    // Line breaks, and the zero-width space of heading anchors, draw nothing.
    const drawsNothing = /[\n\r\t\u200b]/;
    const missing = htmlFiles().flatMap((file) => {
      const text = readFileSync(path.join(buildDir, file), 'utf8')
        .replaceAll(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
        .replaceAll(/<[^>]*>/g, '');
      const strange = [...new Set(text)].filter(
        (character) => !drawsNothing.test(character) && !has(character.codePointAt(0) ?? 0),
      );
      return strange.map((character) => `${file}: ${character}`);
    });
    expect(missing).toEqual([]);
  });
});
