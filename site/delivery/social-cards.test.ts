import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { HtmlFile } from './html-file';
import { addSocialCard, cardOf, cardPng, cardSize, cardSvg } from './social-cards';

const head = (title: string) =>
  `<meta name=description content="Says &quot;how&quot;."><meta data-rh=true property=og:title content="${title}"><link data-rh=true rel=canonical href=https://docs.example.com/base/a/>`;

const operation =
  '<span class=endpoint__method>POST</span><div class=endpoint__url tabindex=0 role=group aria-label=URL><code>https://api.<span title=region>ap-in-1</span>.example.com/v1/node/create</code></div>';

/** Width and height in the header of a PNG (PNG, 11.2.1). */
function sizeOf(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

describe('cardOf', () => {
  it('reads title, section and description of a page, without entities', () => {
    expect(cardOf(new HtmlFile(head('A &amp; B · Platform API | Docs')))).toEqual({
      title: 'A & B',
      section: 'Platform API',
      description: 'Says "how".',
    });
  });

  it('reads method and path of an operation', () => {
    expect(cardOf(new HtmlFile(head('A | Docs') + operation))).toMatchObject({
      section: 'Documentation',
      operation: { method: 'POST', path: '/v1/node/create' },
    });
  });

  it('reads the lit part of the picture of a guide; the home page has the whole greenhouse', () => {
    const guide = '<svg class=greenhouse data-part=antenna></svg>';
    expect(cardOf(new HtmlFile(head('A') + guide)).picture).toBe('antenna');
    expect(cardOf(new HtmlFile(`${head('A')}<div class=home-page></div>`)).picture).toBe('whole');
    expect(cardOf(new HtmlFile(head('A')))).not.toHaveProperty('picture');
  });
});

function withSocialCard(html: string): string {
  const page = new HtmlFile(html);
  addSocialCard(page);
  return page.toString();
}

describe('addSocialCard', () => {
  it('adds the absolute address next to the canonical one, and escapes the text', () => {
    const html = withSocialCard(head('&quot;A&quot; &lt;b&gt; | Docs') + operation);
    expect(html).toContain('property=og:image content=https://docs.example.com/base/a/card.png>');
    expect(html).toContain('content="&quot;A&quot; &lt;b&gt;: POST /v1/node/create"');
  });

  it('leaves a page without a canonical address as it is', () => {
    expect(withSocialCard('<meta charset=UTF-8>')).toBe('<meta charset=UTF-8>');
  });
});

describe('a card', () => {
  const card = { title: 'A', section: 'B', description: 'C' };

  it('escapes the text of a page', () => {
    const svg = cardSvg({ ...card, title: `<b> & "c"`, description: '</text><script>' });
    expect(svg).toContain('&lt;b&gt; &amp; &quot;c&quot;');
    expect(svg).not.toContain('<script>');
    expect(() => new Resvg(svg)).not.toThrow();
  });

  it('is a PNG of 1200 by 630 pixels that shows its text', async () => {
    const png = await cardPng(cardSvg(card));
    expect(sizeOf(png)).toEqual(cardSize);
    expect(sizeOf(png)).toEqual({ width: 1200, height: 630 });
    for (const other of [
      { ...card, title: 'D' },
      { ...card, section: 'D' },
      { ...card, description: 'D' },
      { ...card, operation: { method: 'POST', path: '/v1' } },
      { ...card, picture: 'antenna' as const },
      { ...card, picture: 'whole' as const },
    ]) {
      expect(Buffer.compare(png, await cardPng(cardSvg(other)))).not.toBe(0);
    }
  });

  it('breaks a long title into two lines, and cuts a longer one', () => {
    const svg = cardSvg({ ...card, title: 'word '.repeat(40).trim() });
    expect(svg.match(/font-size="68"/g)).toHaveLength(2);
    expect(svg).toContain(' …</text>');
  });
});
