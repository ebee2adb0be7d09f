import { describe, expect, it } from 'vitest';
import { pageRecords } from '../../src/records/index.ts';

const head =
  '<meta name=docsearch:language content=en><meta name=docsearch:version content=current>' +
  '<meta name=docsearch:docusaurus_tag content=docs-default-current>';
const crumbs =
  '<nav><a class=breadcrumbs__link href=/docs/>Home</a><a class=breadcrumbs__link href=/docs/features/>Features</a>' +
  '<span class=breadcrumbs__link>Logs</span></nav>';

const page = (article: string, before = crumbs) =>
  pageRecords(
    `<!doctype html><title>x</title>${head}<body><article>${before}<div class=markdown>${article}</div></article>`,
    { baseUrl: '/docs/', path: 'features/logs/' },
  );
const contents = (article: string) => page(article).flatMap(({ content }) => content ?? []);

describe('records of a page', () => {
  const records = page(
    '<header><h1>Logs</h1></header><p>Send <b>log lines</b>.' +
      '<h2 id=limits>Limits<a class=hash-link href=#limits>\u200b</a></h2><p>Six months.' +
      '<h3 id=size>Size</h3><p>1 kB.<h2 id=next>Next</h2><p>More.',
  );

  it('are one for each heading and paragraph, in order', () => {
    expect(records.map(({ type, anchor, content }) => [type, anchor, content])).toEqual([
      ['lvl1', null, null],
      ['content', null, 'Send log lines.'],
      ['lvl2', 'limits', null],
      ['content', 'limits', 'Six months.'],
      ['lvl3', 'size', null],
      ['content', 'size', '1 kB.'],
      ['lvl2', 'next', null],
      ['content', 'next', 'More.'],
    ]);
  });

  it('know the headings above them', () => {
    expect(records[5]?.hierarchy).toEqual({
      lvl0: 'Features',
      lvl1: 'Logs',
      lvl2: 'Limits',
      lvl3: 'Size',
      lvl4: null,
      lvl5: null,
      lvl6: null,
    });
    expect(records[7]?.hierarchy).toMatchObject({ lvl2: 'Next', lvl3: null });
  });

  it('have addresses below the base path, levels, places and tags', () => {
    expect(records[2]).toMatchObject({
      url: '/docs/features/logs/#limits',
      url_without_anchor: '/docs/features/logs/',
      language: 'en',
      version: 'current',
      docusaurus_tag: 'docs-default-current',
      weight: { level: 90, position: 2 },
    });
  });

  it('keep their ids when other text changes', () => {
    const before = page('<h1>Logs</h1><p>First.<p>Second.');
    const after = page('<h1>Logs</h1><p>New.<p>First.<p>Second.');
    const idOf = (list: typeof before) =>
      list.find(({ content }) => content === 'Second.')?.objectID;
    expect(idOf(before)).toBeDefined();
    expect(idOf(after)).toBe(idOf(before));
  });
});

describe('text of a page', () => {
  it('takes list items apart, nested ones by themselves', () => {
    expect(
      contents('<h1>L</h1><ul><li>One<ul><li>Two</ul><li><p>Three</p><p>Four</p></ul>'),
    ).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('takes table rows, not their head', () => {
    expect(
      contents(
        '<h1>L</h1><table><thead><tr><th>Port<th>Use<tbody><tr><td>8883<td>MQTT<br>TLS</table>',
      ),
    ).toEqual(['8883 · MQTT TLS']);
  });

  it('takes the sentences of a list in a caption one by one', () => {
    const list =
      '<details><summary>Description</summary><ol><li>First line.<li>Second line.</ol></details>';
    const figure = `<figure><img src=a.svg><figcaption>The paths.${list}</figcaption></figure>`;
    expect(contents(figure)).toEqual(['The paths.', 'First line.', 'Second line.']);
  });

  it('takes the caption of a code block that says something, and no program', () => {
    const block = (title: string) =>
      `<div class=block_a1B2><div class=bar_c3D4><span class=title_e5F6>${title}</span></div><pre>x</pre></div>`;
    expect(contents(`<h1>L</h1>${block('bash')}${block('Read it back')}`)).toEqual([
      'Read it back',
    ]);
  });

  it('excludes boilerplate, lists of page links and labels', () => {
    expect(
      contents(
        '<h1>L</h1><p><a href=/docs/x/>Elsewhere</a>.<p><strong>Easy to get wrong</strong><noscript>n</noscript>' +
          '<button>Copy</button><style>s</style><svg><text>t</text></svg><div class=samples>program</div>',
      ),
    ).toEqual([]);
  });

  it('keeps links to files, and links among words', () => {
    expect(
      contents(
        '<h1>L</h1><ul><li><a href=/docs/api.yaml>OpenAPI</a><li>See <a href=/docs/x/>x</a></ul>',
      ),
    ).toEqual(['OpenAPI', 'See x']);
  });

  it('keeps equal text once', () => {
    expect(contents('<h1>L</h1><p>Same.<p>Same.')).toEqual(['Same.']);
  });

  it('is never HTML', () => {
    expect(contents('<h1>L</h1><p>a &lt; b &amp; <code>&lt;X></code>')).toEqual(['a < b & <X>']);
  });
});

describe('fields', () => {
  const field = (id: string, name: string, rest: string) =>
    `<li id=${id} class=field><div class=field__head><a class=field__name href=#${id}><code>${name}</code></a> ` +
    `<span class=field__type>string</span><span class=field__required> required</span></div>${rest}`;
  const records = page(
    '<h1>Create</h1><div class=endpoint><span class=endpoint__method>POST</span><code class=endpoint__url>' +
      'https://api.<span>ap-in-1</span>.x.io/v1/a</code><button>Copy</button></div><h2 id=request>Request</h2>' +
      `<ul class=fields>${field('request-a', 'a', `<p>First.<details class=fields__nested><summary>Fields of a</summary><ul class=fields>${field('request-a.b', '<span>a[].</span>b', '<p>First.')}</ul></details>`)}</ul>`,
  );

  it('are records with their name as a heading, nested ones by themselves', () => {
    expect(
      records.slice(3).map(({ anchor, hierarchy, content }) => [anchor, hierarchy.lvl3, content]),
    ).toEqual([
      ['request-a', 'a', 'a string required First.'],
      ['request-a.b', 'a[].b', 'a[].b string required First.'],
    ]);
  });

  it('follow the method and the address of the operation', () => {
    expect(records[1]?.content).toBe('POST https://api.ap-in-1.x.io/v1/a');
  });
});

describe('the section of a page', () => {
  const lone =
    '<nav><a class=breadcrumbs__link href=/docs/>Home</a><span class=breadcrumbs__link>Logs</span></nav>';
  const sidebar =
    '<ul><li class=theme-doc-sidebar-item-category-level-1><a class=menu__link--sublist href=/docs/features/all/>All features</a></ul>';
  const navbar = '<a class=navbar__link--active>Reference</a>';

  it('is the outermost breadcrumb', () => {
    expect(page('<h1>L</h1>', crumbs + sidebar + navbar)[0]?.hierarchy.lvl0).toBe('Features');
  });

  it('is the category of the folder where the page has no breadcrumbs', () => {
    expect(page('<h1>L</h1>', lone + sidebar + navbar)[0]?.hierarchy.lvl0).toBe('All features');
  });

  it('is the active item of the navbar where there is no category', () => {
    expect(page('<h1>L</h1>', lone + navbar)[0]?.hierarchy.lvl0).toBe('Reference');
  });
});

describe('pages without content', () => {
  it('have no records', () => {
    expect(pageRecords('<main><h1>Search</h1></main>', { baseUrl: '/', path: 'search/' })).toEqual(
      [],
    );
    expect(
      pageRecords('<article><div class=markdown><h1>Not found</h1></div></article>', {
        baseUrl: '/',
        path: '404/',
      }),
    ).toEqual([]);
  });
});
