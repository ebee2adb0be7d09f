import { describe, expect, it } from 'vitest';
import { hashedAddress, inlineStylesheets, linkedStylesheets, type Sheet } from './first-paint';
import { HtmlFile } from './html-file';

const inlined = (html: string, sheetOf: () => Sheet) => {
  const page = new HtmlFile(html);
  inlineStylesheets(page, sheetOf);
  return page.toString();
};

describe('linkedStylesheets', () => {
  it.each([
    '<link rel=stylesheet href=/assets/css/a.css>',
    '<link rel="stylesheet" href="/assets/css/a.css">',
  ])('finds the address in %s', (tag) => {
    expect(linkedStylesheets(new HtmlFile(`<head>${tag}</head>`))).toEqual(['/assets/css/a.css']);
  });

  it('ignores other links', () => {
    const html = '<link rel=icon href=/a.svg><link rel=canonical href=/>';
    expect(linkedStylesheets(new HtmlFile(html))).toEqual([]);
  });
});

describe('hashedAddress', () => {
  it('follows the content, in the same folder', () => {
    const address = hashedAddress('/base/assets/css/styles.1.css', 'a{}');
    expect(address).toMatch(/^\/base\/assets\/css\/site\.[0-9a-f]{8}\.css$/);
    expect(hashedAddress('/base/assets/css/styles.1.css', 'b{}')).not.toBe(address);
    expect(hashedAddress('/base/assets/css/styles.2.css', 'a{}')).toBe(address);
  });
});

describe('inlineStylesheets', () => {
  const sheet = {
    fonts: '@font-face{src:url(/a.woff2)}',
    firstPaint: '.a{}',
    address: '/site.1.css',
  };

  it('replaces the link with the first rules, and links the rest', () => {
    const page = '<link rel=icon href=/i.svg><link rel=stylesheet href=/a.css><p>';
    expect(inlined(page, () => sheet)).toBe(
      '<link rel=icon href=/i.svg>' +
        '<link rel=preload href=/a.woff2 as=font crossorigin><style>@font-face{src:url(/a.woff2)}</style><style data-href="/a.css" data-docs-sheet="/site.1.css">.a{}</style>' +
        '<noscript><link rel="stylesheet" href="/site.1.css"></noscript><p>',
    );
  });

  it('throws when the page has no stylesheet', () => {
    expect(() => inlined('<link rel=icon href=/i.svg><p>', () => sheet)).toThrow(
      'the page template has changed',
    );
  });

  it('preserves dollar signs in a stylesheet', () => {
    const firstPaint = '[href$=".pdf"]{content:"$& $1 $$"}';
    const page = inlined('<link rel=stylesheet href=/a.css>', () => ({
      ...sheet,
      firstPaint,
    }));
    expect(page).toContain(firstPaint);
  });

  it('preloads the code font only on pages with code', () => {
    const fonts =
      '@font-face{font-family:text;src:url(/t.woff2)}@font-face{font-family:"code";src:url(/c.woff2)}';
    const preloaded = (content: string) =>
      inlined(`<link rel=stylesheet href=/a.css>${content}`, () => ({ ...sheet, fonts }));
    expect(preloaded('<p>text')).not.toContain('href=/c.woff2 as=font');
    expect(preloaded('<p><code>a</code>')).toContain('href=/c.woff2 as=font');
  });

  it('throws when the styles name no font', () => {
    expect(() =>
      inlined('<link rel=stylesheet href=/a.css>', () => ({ ...sheet, fonts: '' })),
    ).toThrow('no font');
  });
});
