import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SiteFiles, type Resolution } from '../src/plugins/site.ts';
import { writeFixtureSite } from './support/fixture-site.ts';

const file = (name: string): Resolution => ({ kind: 'file', file: name });
const redirect = (to: string): Resolution => ({ kind: 'redirect', to });
const unknown: Resolution = { kind: 'unknown' };

const names = [
  'index.html',
  'guide/index.html',
  'guide/index.md',
  '404.html',
  'assets/a.js',
  'sitemap.xml',
];

// docs/behavior.md, section 2: exact match, trailing slash, index.html and .html normalized.
describe('SiteFiles.resolve at the root', () => {
  const files = SiteFiles.of(names, '/');

  it.each<[string, Resolution]>([
    ['/', file('index.html')],
    ['/guide/', file('guide/index.html')],
    ['/assets/a.js', file('assets/a.js')],
    ['/sitemap.xml', file('sitemap.xml')],
    ['/guide', redirect('/guide/')],
    ['/guide.md', redirect('/guide/index.md')],
    ['/other.md', unknown],
    ['/assets/a.js.md', unknown],
    ['/guide.html', redirect('/guide/')],
    ['/guide/index.html', redirect('/guide/')],
    ['/index.html', redirect('/')],
    ['/404.html', unknown],
    ['/404', unknown],
    ['/404/', unknown],
    ['/Guide/', unknown],
    ['/guide/index', unknown],
    ['/guide//', unknown],
    ['//guide/', unknown],
    ['//example.org', unknown],
    ['/guideindex.html', unknown],
    ['/assets/', unknown],
    ['/assets', unknown],
    ['/assets/a.js/', unknown],
    ['/assets/../guide/', unknown],
    ['/%67uide/', unknown],
    ['', redirect('/')],
  ])('%s', (path, expected) => {
    expect(files.resolve(path)).toEqual(expected);
  });
});

describe('SiteFiles.resolve below a base path', () => {
  const files = SiteFiles.of(names, '/docs/');

  it.each<[string, Resolution]>([
    ['/docs/', file('index.html')],
    ['/docs/guide/', file('guide/index.html')],
    ['/docs', redirect('/docs/')],
    ['/docs/index.html', redirect('/docs/')],
    ['/docs/guide.html', redirect('/docs/guide/')],
    ['/', unknown],
    ['/guide/', unknown],
    ['/docs/404.html', unknown],
  ])('%s', (path, expected) => {
    expect(files.resolve(path)).toEqual(expected);
  });

  it('lists the paths of the pages', () => {
    expect(files.pages.sort()).toEqual(['/docs/', '/docs/guide/']);
  });
});

describe('SiteFiles.scan', () => {
  let root = '';
  beforeAll(async () => {
    root = await writeFixtureSite();
  });
  afterAll(() => rm(root, { recursive: true }));

  it('lists the files of a folder at their paths', async () => {
    const files = await SiteFiles.scan(root, '/');
    expect(files.pages.sort()).toEqual(['/', '/guide/']);
    expect(files.resolve('/assets/js/a.12345678.js')).toEqual(file('assets/js/a.12345678.js'));
  });

  it.each(['/_headers', '/index.html.br', '/assets/js/a.12345678.js.gz'])(
    'does not serve %s',
    async (path) => {
      const files = await SiteFiles.scan(root, '/');
      expect(files.resolve(path)).toEqual(unknown);
    },
  );
});
