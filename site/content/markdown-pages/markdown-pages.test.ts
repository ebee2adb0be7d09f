import GithubSlugger from 'github-slugger';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operationPage } from '../api-reference/operation-page';
import { apiConfigs, readApi } from '../api-reference/documents';
import { indexPage, introductionPage } from '../api-reference/overview-pages';
import { markdownFiles } from './';
import { longestFile, type Page } from './page';

const docs = path.resolve(__dirname, '../../docs');
const apiFolders = apiConfigs.map(({ folder }) => `${folder}/`);

const permalinkOf = (file: string) =>
  `/${path
    .relative(docs, file)
    .replace(/\.mdx$/, '/')
    .replace(/(^|\/)index\/$/, '$1')}`;

const page = (name: string, source: string): Page => {
  const file = path.join(docs, name);
  const permalink = permalinkOf(file);
  return { title: name, description: 'What it is for.', permalink, file, source };
};

const guides = () =>
  readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.mdx') && !apiFolders.some((folder) => name.startsWith(folder)),
    )
    .map((name) => page(name, readFileSync(path.join(docs, name), 'utf8')));

async function referencePages(): Promise<Page[]> {
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  return apis.flatMap(({ config, document }) => [
    page(`${config.folder}/index.mdx`, indexPage(config, document)),
    page(`${config.folder}/${config.introduction}.mdx`, introductionPage(config, document)),
    ...document.operations.map((operation) =>
      page(`${config.folder}/${operation.id}.mdx`, operationPage(config, document, operation)),
    ),
  ]);
}

const files = new Map<string, string>();
const programs = new Map<string, string>();

const site = {
  url: 'https://docs.test',
  baseUrl: '/',
  permalinkOf: (file: string) => (file.endsWith('.mdx') ? permalinkOf(file) : undefined),
};

/** A heading without its markup. */
const plain = (title: string) =>
  title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll('`', '');

beforeAll(async () => {
  const written = await markdownFiles(site, [...guides(), ...(await referencePages())], true);
  for (const [name, text] of written.markdown) files.set(name, text);
  for (const [name, text] of written.programs) programs.set(name, text);
}, 180_000);

const textOf = (file: string) => files.get(file) ?? '';

/** Lines outside fences: JSX in a program is not a component of the page. */
const prose = (text: string) => text.replaceAll(/^\s*(`{3,})[^\n]*\n[\s\S]*?^\s*\1$/gm, '');

describe('Markdown of the pages', () => {
  it('has a file for every page', () => {
    expect([...files.keys()].filter((name) => name.endsWith('/index.md'))).toHaveLength(85);
  });

  it('stays below the limit', () => {
    const long = [...files].filter(([, text]) => text.length > longestFile);
    expect(long.map(([name, text]) => `${name} ${text.length}`)).toEqual([]);
  });

  it('links pages to the creation of a sandbox project, and not that page to itself', () => {
    const offer = 'Create a sandbox project';
    expect(textOf('/getting-started/sendcommands/index.md')).toContain(offer);
    expect(textOf('/getting-started/index.md')).not.toContain(offer);
  });

  it('links to the console', () => {
    expect(textOf('/getting-started/index.md')).toContain('[console](https://console.anedya.io/)');
  });

  it('has no component, import or directive', () => {
    const left = [...files].filter(([, text]) =>
      /^import |^export |<\/?[A-Z]\w*[\s/>]|^:::/m.test(prose(text).replaceAll(/`[^`]*`/g, '')),
    );
    expect(left.map(([name]) => name)).toEqual([]);
  });

  it('names the kind of a note that has no title', () => {
    expect(textOf('/features/ota/ota-anedya/index.md')).toMatch(
      /^> \*\*Warning\*\*\n>\n> .*empty filter/m,
    );
    expect(textOf('/changelog/index.md')).toContain('> **Tip**');
  });

  it('has the addresses of links in JSX', () => {
    expect(textOf('/changelog/index.md')).toContain(
      '[Atom](https://docs.test/changelog/atom.xml) or [RSS](https://docs.test/changelog/rss.xml)',
    );
  });

  it('has no character reference outside code', () => {
    const left = [...files].filter(([, text]) => /&#x?\w+;/.test(prose(text)));
    expect(left.map(([name]) => name)).toEqual([]);
  });

  it('links terms to their section of the concepts', () => {
    const [, target = ''] =
      /\[connection key\]\(([^)]*)\)/.exec(textOf('/features/ota/index.md')) ?? [];
    expect(target).toMatch(/\/essentials\/concepts\/index\.md#\w/);
  });

  it('links to Markdown files that exist', () => {
    const missing = [...files].flatMap(([name, text]) =>
      [...prose(text).matchAll(/\]\(<?([^)#>\s]+)/g)]
        .map(([, url = '']) => new URL(url, `https://docs.test${name}`))
        .filter(({ origin, pathname }) => origin === 'https://docs.test' && !files.has(pathname))
        .filter(({ pathname }) => !programs.has(pathname))
        .map(({ pathname }) => `${name}: ${pathname}`),
    );
    expect(missing.filter((entry) => !/\/specs\/|\.xml$/.test(entry))).toEqual([]);
  });

  it('links to headings of the file that has them', () => {
    const slugs = new Map(
      [...files].map(([name, text]) => {
        const slugger = new GithubSlugger();
        const headings = [...prose(text).matchAll(/^#{1,6} (.+)$/gm)];
        return [name, new Set(headings.map(([, title = '']) => slugger.slug(plain(title))))];
      }),
    );
    const links = [...files].flatMap(([name, text]) =>
      [...prose(text).matchAll(/\]\(<?([^)>\s]*#[^)>\s]+)/g)].map(
        ([, url = '']) => [name, new URL(url, `https://docs.test${name}`)] as const,
      ),
    );
    const own = links.filter(([, url]) => url.origin === 'https://docs.test');
    expect(own.length).toBeGreaterThan(500);
    const broken = own.filter(
      ([, { pathname, hash }]) =>
        slugs.get(pathname)?.has(decodeURIComponent(hash.slice(1))) !== true,
    );
    expect(broken.map(([name, { href }]) => `${name}: ${href}`)).toEqual([]);
  });

  it('keeps the programs of one menu of languages in one file', async () => {
    const fences = ['Python', 'Go'].map(
      (label) => `\`\`\`text label="${label}"\n${'x'.repeat(6_000)}\n\`\`\``,
    );
    const menu = `<Samples group="http">\n\n${fences.join('\n\n')}\n\n</Samples>`;
    const filler = 'Words. '.repeat(1_000);
    const source = `## First\n\n${filler}\n\n### Run\n\n${menu}\n\n## Last\n\nEnd.\n`;
    const { markdown } = await markdownFiles(site, [page('long.mdx', source)], true);
    const [first = '', second = ''] = markdown.values();
    expect(markdown.size).toBe(2);
    expect(first).not.toContain('Python');
    expect(second).toMatch(/#### Python\n[^]*#### Go\n[^]*## Last\n/);
    expect(first).toContain(
      'Sections of this page: [First](https://docs.test/long/index.md#first), [Last](https://docs.test/long/index-part-2.md#last).',
    );
  });

  it('lists the sections of all parts in the first part of each divided page', () => {
    const divided = [...files.keys()].filter((name) => name.endsWith('/index-part-2.md'));
    expect(divided.length).toBeGreaterThan(3);
    for (const name of divided) {
      const first = textOf(name.replace('-part-2', ''));
      const [, list = ''] = /^Sections of this page: (.*)$/m.exec(first) ?? [];
      const parts = [...files].filter(([other]) =>
        other.startsWith(name.replace('-part-2.md', '')),
      );
      for (const [, text] of parts)
        for (const [, title = ''] of prose(text).matchAll(/^## (.+)$/gm))
          expect(list, name).toContain(`[${plain(title)}](`);
    }
  });

  it('does not say that terminals reach the sandbox of a site without a server', async () => {
    const started = guides().filter(({ permalink }) => permalink === '/getting-started/');
    const { markdown } = await markdownFiles(site, started, false);
    const text = [...markdown.values()].join('');
    expect(text).toContain('This copy of the site has no server');
    expect(text).not.toContain('ANEDYA_SANDBOX_URL=');
    expect(textOf('/getting-started/index.md')).toContain('ANEDYA_SANDBOX_URL=');
  });

  it('omits what needs JavaScript, and what the page of each operation repeats', () => {
    const text = [...files.values()].join('');
    expect(text).not.toContain('Try it with a simulated device');
    const operation = textOf('/platform-api/node-list/index.md');
    expect(operation).toContain('Confirmed by');
    expect(operation).not.toContain('Human-readable error message');
    expect(operation).not.toContain('**Go SDK**');
  });

  it('has only absolute links, and links within the page', () => {
    const relative = [...files].flatMap(([name, text]) =>
      [...prose(text).matchAll(/\]\(<?([^)>\s]+)/g)]
        .map(([, url = '']) => url)
        .filter((url) => !/^(?:https?:\/\/|mailto:|#)/.test(url))
        .map((url) => `${name}: ${url}`),
    );
    expect(relative).toEqual([]);
  });

  it('starts with title, address and token estimate', () => {
    expect(textOf('/essentials/concepts/index.md').slice(0, 400)).toMatch(
      /^---\ntitle: .*\ndescription: .*\nurl: https:\/\/docs\.test\/essentials\/concepts\/\n[\s\S]*tokens: \d+/,
    );
  });
});

describe('a long program of a guide', () => {
  const guide = '/getting-started/sendcommands/index.md';

  it('is a link to its file, which says what it does', () => {
    expect(textOf(guide)).toMatch(
      /\[`poll\.py`\]\(https:\/\/docs\.test\/examples\/commands\/poll\.py\) \(\d+ lines\): Fetches queued commands over HTTPS and runs them\.\n/,
    );
    expect(textOf(guide)).not.toContain('import urllib');
    const source = path.resolve(docs, '../examples/data/export.py');
    expect(programs.get('/examples/data/export.py')).toBe(readFileSync(source, 'utf8'));
  });

  it('has the name that the page gives it, without the marks of regions', () => {
    const program = programs.get('/examples/ota/main/main.c') ?? '';
    expect(program).toContain('esp_https_ota');
    expect(program).not.toMatch(/^\s*\/\/ (?:end)?region/m);
  });

  it('that is only on the page is in a file below it', () => {
    expect(textOf('/device/mqtt-endpoints/index.md')).toContain(
      '[`first_reply.py`](https://docs.test/examples/device/mqtt-endpoints/first_reply.py) (',
    );
    expect(programs.get('/examples/device/mqtt-endpoints/first_reply.py')).toMatch(/^import os\n/);
  });

  it('for browsers is text, not a page of the site', () => {
    expect(programs.has('/examples/dashboard/dashboard.html.txt')).toBe(true);
    expect([...programs.keys()].filter((name) => name.endsWith('.html'))).toEqual([]);
  });

  it('has a link in the page that shows it', () => {
    expect(programs.size).toBeGreaterThan(30);
    const text = [...files.values()].join('');
    const unlinked = [...programs.keys()].filter(
      (name) => !text.includes(`](https://docs.test${name})`),
    );
    expect(unlinked).toEqual([]);
  });

  it('leaves no long program in the Markdown of a guide', () => {
    const inGuides = [...files].filter(([name]) => name.startsWith('/getting-started/'));
    const long = inGuides.flatMap(([name, text]) =>
      [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
        .filter(
          ([, lang, code = '']) =>
            !['json', 'bash'].includes(lang ?? '') && code.split('\n').length > 21,
        )
        .map(([, lang]) => `${name}: ${lang}`),
    );
    expect(long).toEqual([]);
  });

  it('stops the build when two have the same path', async () => {
    const fence = (line: string) => `\`\`\`python title="a.py"\n${line.repeat(21)}\`\`\`\n`;
    const twice = page('twice.mdx', fence('x = 1\n') + fence('y = 2\n'));
    await expect(markdownFiles(site, [twice], true)).rejects.toThrow('/examples/twice/a.py');
  });
});

describe('Markdown of an operation', () => {
  it.each([
    '**[Unconfirmed.](https://docs.test/essentials/index',
    '`POST https://api.{region}.anedya.io/v1/',
    '## Authentication',
    '| Field | Type | Required | Description |',
    '## Response',
    '## Errors',
    'curl ',
    '/samples.md)',
  ])('contains %j', (text) => {
    const operations = [...files].filter(([name]) =>
      /^\/platform-api\/[\w-]+\/index\.md$/.test(name),
    );
    expect(operations.some(([, markdown]) => markdown.includes(text))).toBe(true);
  });

  it.each([
    ['/platform-api/node-create/', 'https://api.ap-in-1.anedya.io/v1'],
    ['/device/api/submitdata/', 'https://device.ap-in-1.anedya.io/v1'],
  ])('names the base URL that the programs of %s contain', (page, base) => {
    const [first, ...others] = textOf(`${page}samples.md`).split('\n## ');
    expect(first).toContain(`platform, \`${base}\``);
    expect(others.filter((text) => text.includes(base)).length).toBeGreaterThan(5);
  });

  it('has address and method within the first 1,000 characters', () => {
    const late = [...files].filter(
      ([name, text]) =>
        files.has(name.replace('index.md', 'samples.md')) &&
        name.endsWith('index.md') &&
        !/`(?:POST|GET) https:/.test(text.slice(0, 1000)),
    );
    expect(late.map(([name]) => name)).toEqual([]);
  });

  it('gives the cause and the fix of each code', async () => {
    const { document } = await readApi('platform');
    for (const { id, reasonCodes } of document.operations) {
      const text = textOf(`/platform-api/${id}/index.md`);
      expect(reasonCodes.filter(({ code }) => !text.includes(`\`${code}\``))).toEqual([]);
      expect(text.split('**Fix.**').length - 1).toBeGreaterThanOrEqual(reasonCodes.length);
    }
  });
});
