import { describe, expect, it } from 'vitest';
import { HtmlFile } from './html-file';
import { markupOf, styleKey } from './used-css';

const markup = (source: string) => markupOf(new HtmlFile(source));

const html =
  '<body class="navbar docs_a1B2"><h1 id=top>Some text</h1><a href=/x data-kind=\'call\'>link</a><br/>' +
  '<script>document.body.className = "<b class=scripted>"</script>';

describe('markupOf', () => {
  it('collects elements, classes, ids and attributes, but nothing from text or scripts', () => {
    expect(markup(html)).toEqual({
      tags: ['a', 'body', 'br', 'h1', 'head', 'html', 'script', 'tbody'],
      classes: ['docs_a1B2', 'navbar'],
      ids: ['top'],
      attributes: {
        names: ['class', 'data-kind', 'href', 'id'],
        values: ['/x', 'call', 'docs_a1B2', 'navbar', 'top'],
      },
      undetermined: [],
    });
  });
});

describe('styleKey', () => {
  const known = new Set(['navbar', 'h1']);

  it('is the same for pages that differ in names no rule mentions', () => {
    expect(styleKey(markup(html), known)).toBe(
      styleKey(markup(html.replace('docs_a1B2', 'other')), known),
    );
  });

  it('differs when a class or an element of a rule is missing', () => {
    expect(styleKey(markup(html), known)).not.toBe(
      styleKey(markup(html.replace('navbar', '')), known),
    );
    expect(styleKey(markup(html), known)).not.toBe(
      styleKey(markup(html.replaceAll('h1', 'h2')), known),
    );
  });

  it('differs when a style attribute reads another custom property', () => {
    const bar = (name: string) => `<div style=color:var(${name})>${html}</div>`;
    const sheet = new Set([...known, '--bar']);
    expect(styleKey(markup(bar('--bar')), sheet)).not.toBe(styleKey(markup(bar('--other')), sheet));
  });
});
