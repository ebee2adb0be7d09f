import { describe, expect, it } from 'vitest';
import { inlineStylesheets, linkedStylesheets, usedCss } from '../../delivery/inline-css';

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

describe('linkedStylesheets', () => {
  it.each([
    '<link rel=stylesheet href=/assets/css/a.css>',
    '<link rel="stylesheet" href="/assets/css/a.css">',
  ])('finds the address in %s', (tag) => {
    expect(linkedStylesheets(`<head>${tag}</head>`)).toEqual(['/assets/css/a.css']);
  });

  it('leaves other links alone', () => {
    expect(linkedStylesheets('<link rel=icon href=/a.svg><link rel=canonical href=/>')).toEqual([]);
  });
});

describe('inlineStylesheets', () => {
  it('puts the text in the place of the link, under its address', () => {
    const page = '<link rel=icon href=/i.svg><link rel=stylesheet href=/a.css><p>';
    expect(inlineStylesheets(page, (href) => `.a{content:"${href}"}`)).toBe(
      '<link rel=icon href=/i.svg><style data-href="/a.css">.a{content:"/a.css"}</style><p>',
    );
  });

  it('takes dollar signs of a stylesheet as they are', () => {
    const css = '[href$=".pdf"]{content:"$& $1 $$"}';
    expect(inlineStylesheets('<link rel=stylesheet href=/a.css>', () => css)).toContain(css);
  });
});
