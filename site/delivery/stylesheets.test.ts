import { describe, expect, it } from 'vitest';
import { hashedAddress, inlineStylesheets, linkedStylesheets } from './first-paint';

describe('linkedStylesheets', () => {
  it.each([
    '<link rel=stylesheet href=/assets/css/a.css>',
    '<link rel="stylesheet" href="/assets/css/a.css">',
  ])('finds the address in %s', (tag) => {
    expect(linkedStylesheets(`<head>${tag}</head>`)).toEqual(['/assets/css/a.css']);
  });

  it('ignores other links', () => {
    expect(linkedStylesheets('<link rel=icon href=/a.svg><link rel=canonical href=/>')).toEqual([]);
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
  const sheet = { fonts: '@font-face{}', firstPaint: '.a{}', address: '/site.1.css' };

  it('replaces the link with the first rules, and links the rest', () => {
    const page = '<link rel=icon href=/i.svg><link rel=stylesheet href=/a.css><p>';
    expect(inlineStylesheets(page, () => sheet)).toBe(
      '<link rel=icon href=/i.svg>' +
        '<style>@font-face{}</style><style data-href="/a.css" data-docs-sheet="/site.1.css">.a{}</style>' +
        '<noscript><link rel="stylesheet" href="/site.1.css"></noscript><p>',
    );
  });

  it('throws when the page has no stylesheet', () => {
    expect(() => inlineStylesheets('<link rel=icon href=/i.svg><p>', () => sheet)).toThrow(
      'the page template has changed',
    );
  });

  it('preserves dollar signs in a stylesheet', () => {
    const firstPaint = '[href$=".pdf"]{content:"$& $1 $$"}';
    const page = inlineStylesheets('<link rel=stylesheet href=/a.css>', () => ({
      ...sheet,
      firstPaint,
    }));
    expect(page).toContain(firstPaint);
  });
});
