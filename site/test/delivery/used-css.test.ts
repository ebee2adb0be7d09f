import { describe, expect, it } from 'vitest';
import { firstPaintCss, usedCss, withoutAtRule } from '../../delivery/used-css';

const html = '<body class="navbar docs_a1B2"><h1 id=top>Title</h1><a href=x>link</a></body>';

describe('usedCss', () => {
  it.each([
    ['a class of a page', '.navbar{color:red}', [html]],
    ['a class with a hash', '.docs_a1B2{color:red}', [html]],
    ['an element', 'h1{color:red}', [html]],
    ['an id', '#top{color:red}', [html]],
    ['a class that a script sets', '.is-open{color:red}', [html, 'n.classList.add("is-open")']],
    ['a state of a class', '.navbar:hover{color:red}', [html]],
    ['custom properties', ':root{--never-read:1px}', [html]],
    ['the colour mode', '[data-theme=dark] .navbar{color:red}', [html]],
    ['a value of data-theme no page has', '[data-theme=dark]{color:red}', [html]],
    ['rules of a media query', '@media print{.navbar{display:none}}', [html]],
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
  ])('drops %s that nothing uses', async (_case, rule) => {
    const css = await usedCss(`.navbar{color:blue}${rule}`, [html]);
    expect(css).toContain('.navbar{color:blue}');
    expect(css).not.toContain('red');
  });

  it('drops one selector of a list', async () => {
    expect(await usedCss('.navbar,.unused{color:red}', [html])).toBe('.navbar{color:red}');
  });

  it('throws when nothing is left: the build would be without style', async () => {
    await expect(usedCss('.unused{color:red}', [html])).rejects.toThrow('no rule');
  });
});

describe('firstPaintCss', () => {
  it.each([
    ['a class of the page', '.navbar{color:red}'],
    ['an element of the page', 'h1{color:red}'],
    ['an element the parser adds', 'tbody{color:red}'],
    ['an attribute of the page', 'a[href]{color:red}'],
    ['the colour mode', '[data-theme=dark] .navbar{color:red}'],
    ['a chosen language', '[data-sample-http=go] .navbar{color:red}'],
    ['keyboard focus', '.navbar:focus-visible{color:red}'],
    ['a narrow screen', '@media (max-width:996px){.navbar{color:red}}'],
  ])('keeps %s', async (_case, rule) => {
    expect(await firstPaintCss(rule, html)).toBe(rule);
  });

  it.each([
    [
      'a class only scripts name',
      '.is-open{color:red}',
      '<script>n.classList.add("is-open")</script>',
    ],
    ['a class named like an element of the page', '.h1{color:red}', ''],
    ['a class the text mentions', '.Title{color:red}', ''],
    ['the pointer resting', '.navbar:hover{color:red}', ''],
    ['paper', '@media print{.navbar{color:red}}', ''],
    ['movement', '@keyframes a{to{color:red}}', ''],
    ['custom properties nothing reads', ':root{--never-read:red}', ''],
  ])('leaves %s to the whole stylesheet', async (_case, rule, script) => {
    const css = await firstPaintCss(`.navbar{color:blue}${rule}`, html + script);
    expect(css).toContain('.navbar{color:blue}');
    expect(css).not.toContain('red');
  });

  it('leaves transitions to the whole stylesheet', async () => {
    expect(await firstPaintCss('.navbar{transition:color 1s;color:blue}', html)).toBe(
      '.navbar{color:blue}',
    );
  });
});

describe('withoutAtRule', () => {
  it('drops every block of the rule, with what it holds', () => {
    const css = 'a{b:c}@media print{a{b:d}e{f:g}}h{i:j}@media print{k{l:m}}';
    expect(withoutAtRule(css, '@media print')).toBe('a{b:c}h{i:j}');
  });
});
