import { describe, expect, it } from 'vitest';
import { HtmlFile } from './html-file';
import { firstPaintCss, markupOf, usedCss, withoutLateRules } from './used-css';

const html =
  '<body class="navbar docs_a1B2 copy-page"><h1 id=top>Title</h1><a href=x>link</a></body>';

const markup = (source: string) => markupOf(new HtmlFile(source));

describe('usedCss', () => {
  it.each([
    ['a class of a page', '.navbar{color:red}', [html]],
    ['a class with a hash', '.docs_a1B2{color:red}', [html]],
    ['an element', 'h1{color:red}', [html]],
    ['an id', '#top{color:red}', [html]],
    ['a class that a script sets', '.is-open{color:red}', [html, 'n.classList.add("is-open")']],
    ['a state of a class', '.navbar:hover{color:red}', [html]],
    ['custom properties', ':root{--never-read:1px}', [html]],
    ['the color mode', '[data-theme=dark] .navbar{color:red}', [html]],
    ['a value of data-theme no page has', '[data-theme=dark]{color:red}', [html]],
    ['rules of a media query', '@media print{.navbar{display:none}}', [html]],
    ['the focus of any element', ':focus-visible{color:red}', [html]],
    ['states of a list', ':is(a,h1):is(:hover,:focus-visible){color:red}', [html]],
  ])('keeps %s', async (_case, rule, contents) => {
    const css = await usedCss(`${rule}.keep{color:red}`, [...contents, 'keep']);
    expect(css).toContain(rule);
  });

  it.each([
    ['a class', '.unused{color:red}'],
    ['an id', '#unused{color:red}'],
    ['a class below a used one', '.navbar .unused{color:red}'],
    ['a part of a longer name', '.nav{color:red}'],
    ['rules of a media query', '@media print{.unused{color:red}}'],
  ])('removes %s that nothing uses', async (_case, rule) => {
    const css = await usedCss(`.navbar{color:blue}${rule}`, [html]);
    expect(css).toContain('.navbar{color:blue}');
    expect(css).not.toContain('red');
  });

  it('removes one selector of a list', async () => {
    expect(await usedCss('.navbar,.unused{color:red}', [html])).toBe('.navbar{color:red}');
  });

  it('throws when nothing is left: pages would have no styles', async () => {
    await expect(usedCss('.unused{color:red}', [html])).rejects.toThrow('no rule');
  });
});

describe('firstPaintCss', () => {
  it.each([
    ['a class of the page', '.navbar{color:red}'],
    ['an element of the page', 'h1{color:red}'],
    ['an element the parser adds', 'tbody{color:red}'],
    ['an attribute of the page', 'a[href]{color:red}'],
    ['a part of a class', '[class*=avba]{color:red}'],
    ['the color mode', '[data-theme=dark] .navbar{color:red}'],
    ['a chosen language', '[data-sample-http=go] .navbar{color:red}'],
    ['keyboard focus', '.navbar:focus-visible{color:red}'],
    ['the focus of any element', ':focus-visible{color:red}'],
    ['a narrow screen', '@media (max-width:996px){.navbar{color:red}}'],
  ])('keeps %s', async (_case, rule) => {
    expect(await firstPaintCss(rule, markup(html))).toBe(rule);
  });

  it('keeps the custom properties that a picture reads, on pages with one', async () => {
    const rules = ':root{--docs-live:red;--other:red}.navbar{color:#00f}';
    const picture = '<svg class=greenhouse></svg>';
    expect(await firstPaintCss(rules, markup(html + picture))).toContain(':root{--docs-live:red}');
    expect(await firstPaintCss(rules, markup(html))).toBe('.navbar{color:#00f}');
  });

  it.each([
    [
      'a class only scripts name',
      '.is-open{color:red}',
      '<script>n.classList.add("is-open")</script>',
    ],
    ['a class named like an element of the page', '.h1{color:red}', ''],
    ['a class the text mentions', '.Title{color:red}', ''],
    ['a hovered element', '.navbar:hover{color:red}', ''],
    ['an element of a list that is hovered', ':is(a,h1):hover{color:red}', ''],
    ['the open menu of a page', '.copy-page[open] a{color:red}', ''],
    [
      'the arrow of a button that is hidden at first',
      '.backToTopButton_a1B2:after{color:red}',
      '<button class=backToTopButton_a1B2>',
    ],
    [
      'the button of a callout that has none',
      '.alert .close{color:red}',
      '<i class="alert close">',
    ],
    [
      'the line of a sample that a field highlights',
      '.samples code::highlight(sample-line){color:red}',
      '',
    ],
    ['what scripts collapse', '.navbar[data-collapsed=false]{color:red}', ''],
    ['a browser without a network', '[data-offline] .navbar{color:red}', ''],
    ['paper', '@media print{.navbar{color:red}}', ''],
    ['the margins of paper', '@page{color:red}', ''],
    ['movement', '@keyframes a{to{color:red}}', ''],
    ['custom properties nothing reads', ':root{--never-read:red}', ''],
    [
      'custom properties that a later rule sets in any case',
      '@media (width<9px){h1{--shade:red}}h1{--shade:blue;color:var(--shade)}',
      '',
    ],
  ])('leaves %s in the complete stylesheet', async (_case, rule, script) => {
    const css = await firstPaintCss(`.navbar{color:blue}${rule}`, markup(html + script));
    expect(css).toContain('.navbar{color:blue}');
    expect(css).not.toContain('red');
  });

  it.each([
    ['transitions', '.navbar{transition:color 1s;color:blue}'],
    ['prefixed transitions', '.navbar{-webkit-transition:color 1s;color:blue}'],
    ['parts of a transition', '.navbar{transition-duration:1s;color:blue}'],
    [
      'custom properties that only transitions read',
      ':root{--transition-fast:1s}.navbar{transition:color var(--transition-fast);color:blue}',
    ],
    [
      'rules that are empty without them',
      '@media (prefers-reduced-motion:reduce){:root{--transition-fast:0s}}.navbar{color:blue}',
    ],
  ])('leaves %s in the complete stylesheet', async (_case, css) => {
    expect(await firstPaintCss(css, markup(html))).toBe('.navbar{color:blue}');
  });

  it('keeps custom properties that a style attribute reads, and those that they read', async () => {
    const css = 'html{--accent:red;--bar:var(--accent)}';
    const page = html.replace('<h1', '<p style="color:var(--bar)"></p><h1');
    expect(await firstPaintCss(`${css}.navbar{color:blue}`, markup(page))).toBe(
      `${css}.navbar{color:blue}`,
    );
  });

  it('keeps custom properties whose names contain the word transition', async () => {
    const css =
      'html{--a-transition-fast:1s;--z-index:2}.navbar{z-index:var(--z-index);--b:var(--a-transition-fast)}h1{c:var(--b)}';
    expect(await firstPaintCss(css, markup(html))).toBe(css);
  });
});

describe('withoutLateRules', () => {
  it.each([
    ['paper', 'a{b:c}@media print{a{b:d}e{f:g}}h{i:j}@media print{k{l:m}}', 'a{b:c}h{i:j}'],
    ['readers without scripts', 'a{b:c}@media (scripting:none){a{b:d}}', 'a{b:c}'],
    ['forced colors', 'a{b:c}@media (forced-colors:active){a{b:d}}', 'a{b:c}'],
    ['animations', 'a{b:c}@-webkit-keyframes a{to{b:d}}@keyframes a{to{b:d}}', 'a{b:c}'],
  ])('removes every rule for %s', (_case, css, expected) => {
    expect(withoutLateRules(css)).toBe(expected);
  });
});
