import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inlineScriptHashes } from './headers';
import { HtmlFile } from './html-file';

const hashesOf = (html: string) => inlineScriptHashes(new HtmlFile(html));
const sourceOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`;

// CSP Level 3, 6.7.3.3: the digest is over the exact text between the tags, in UTF-8.
describe('inlineScriptHashes', () => {
  it('matches the example of the standard', () => {
    // CSP Level 3, 8.3: `alert('Hello, world.');` in sha256.
    expect(hashesOf("<script>alert('Hello, world.');</script>")).toEqual([
      "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    ]);
  });

  it.each([
    ['line breaks and spaces', '\n  a();\n'],
    ['other alphabets', 'a("é 漢 🙂")'],
    ['a less-than sign', 'if(a<b)c()'],
    ['nothing', ''],
  ])('covers %s exactly as in the page', (_case, script) => {
    expect(hashesOf(`<html><script>${script}</script></html>`)).toEqual([sourceOf(script)]);
  });

  it.each(['', ' data-rh=true', ' type=module', ' type="text/javascript"', ' async'])(
    'accepts attributes: "%s"',
    (attributes) => {
      expect(hashesOf(`<script${attributes}>a()</script>`)).toEqual([sourceOf('a()')]);
    },
  );

  it('returns the hash of each script of a page, in order', () => {
    expect(hashesOf('<script>a()</script><p></p><script>b()</script>')).toEqual([
      sourceOf('a()'),
      sourceOf('b()'),
    ]);
  });

  it.each([
    '<script src=/a.js defer></script>',
    '<script defer src="/a.js"></script>',
    '<script type="application/ld+json">{}</script>',
    '<script type=application/json>{}</script>',
    '<style>a{}</style>',
  ])('returns nothing for %s', (html) => {
    expect(hashesOf(html)).toEqual([]);
  });
});
