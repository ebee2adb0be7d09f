import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromHtml } from '@anedya-docs/search/records';
import type { FastifyInstance } from 'fastify';
import type { Element, Nodes } from 'hast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../packages/server/src/app.ts';
import { buildDir, readPage } from './support/built-site.ts';
import { routes } from './support/specification-routes.ts';
import { anyLoad } from './support/test-sandbox.ts';

// The checks of the Agent-Friendly Documentation Spec (https://agentdocsspec.com), which its tool `afdocs` makes on Node 22.

const siteUrl = 'https://docs.anedya.io';
const host = new URL(siteUrl).host;

/** Pages with Markdown: all but the search page. */
const pages = routes.filter((route) => route !== '/search/');

const markdownFiles = readdirSync(buildDir, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `/${file.split(path.sep).join('/')}`);
const textOf = (urlPath: string) => readFileSync(path.join(buildDir, urlPath), 'utf8');
const index = textOf('/llms.txt');

/** Targets of links outside code. */
const linksOf = (markdown: string) =>
  [
    ...markdown
      .replaceAll(/^\s*(`{3,})[^\n]*\n[\s\S]*?^\s*\1$/gm, '')
      .replaceAll(/`[^`]*`/g, '')
      .matchAll(/\]\(<?([^)>\s]+)/g),
  ].map(([, target = '']) => target);

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildApp({
    siteDir: buildDir,
    basePath: '/',
    trustProxy: false,
    logLevel: 'silent',
    siteUrl,
    pressure: anyLoad,
  });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { host, ...headers } });

/** Links to this site that do not lead to a file of the site. */
async function brokenLinks(links: readonly string[]): Promise<string[]> {
  const own = [...new Set(links)].filter((link) => link.startsWith(`${siteUrl}/`));
  expect(own.length).toBeGreaterThan(0);
  const broken = await Promise.all(
    own.map(async (link) => {
      const { statusCode, body } = await get(new URL(link).pathname);
      return statusCode === 200 && body !== '' ? [] : [`${link}: ${statusCode}`];
    }),
  );
  return broken.flat();
}

describe('llms.txt', () => {
  it('has a title, a purpose and sections of links (llms-txt-valid, llms-txt-size)', () => {
    expect(index).toMatch(/^# .+\n\n> .+\n/);
    expect(index.match(/^## .+\n\n- \[.+\]\(.+\)/gm)?.length).toBeGreaterThan(5);
    expect(index.length).toBeLessThan(20_000);
  });

  it('links to Markdown that exists (llms-txt-links-resolve, llms-txt-links-markdown)', async () => {
    const links = linksOf(index);
    expect(links.filter((link) => !link.startsWith(`${siteUrl}/`))).toEqual([]);
    expect(await brokenLinks(links)).toEqual([]);
    const others = links.filter((link) => !link.endsWith('.md'));
    expect(others).toEqual([`${siteUrl}/llms-full.txt`]);
  });

  it('names the API documents, the workflows and the skills', async () => {
    const named = index.match(/https:[^\s{]+(?:\.yaml|\/SKILL\.md)\b/g) ?? [];
    expect(named).toHaveLength(11);
    const [, template = '', names = ''] =
      /(https:\S+), where `\{name\}` is (.*)\./.exec(index) ?? [];
    const workflows = names.split(', ').map((name) => template.replace('{name}', name));
    expect(workflows).toContain(`${siteUrl}/specs/workflows/quickstart.arazzo.json`);
    expect(await brokenLinks([...named, ...workflows])).toEqual([]);
  });

  it('lists every page (llms-txt-coverage)', () => {
    const missing = pages.filter((page) => !index.includes(`](${siteUrl}${page}index.md)`));
    expect(missing).toEqual([]);
  });

  it.each(pages)('is linked near the top of %s (llms-txt-directive-html)', (page) => {
    const body = readPage(page).replaceAll(/<(nav|script|style)\b[\s\S]*?<\/\1>/g, '');
    expect(body.indexOf('href=/llms.txt')).toBeGreaterThan(0);
    expect(body.indexOf('href=/llms.txt')).toBeLessThan(body.length / 2);
  });
});

describe('Markdown', () => {
  it.each(pages)('of %s is at its path, and at that of the page on request', async (page) => {
    const file = await get(`${page}index.md`);
    expect(file.statusCode).toBe(200);
    const negotiated = await get(page, { accept: 'text/markdown' });
    for (const { headers, body } of [file, negotiated]) {
      expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(headers['cache-control']).toMatch(/max-age|no-cache/);
      expect(body).toBe(textOf(`${page}index.md`));
    }
    expect(readPage(page)).toContain(`rel=alternate type=text/markdown href=${page}index.md`);
  });

  it.each(markdownFiles.filter((file) => !file.startsWith('/.well-known/')))(
    '%s is complete and portable (llms-txt-directive-md, page-size-markdown, markdown-link-portability)',
    (file) => {
      const text = textOf(file);
      expect(text.length).toBeLessThanOrEqual(20_000);
      expect(text.slice(0, 1_000)).toContain(`index: ${siteUrl}/llms.txt\n`);
      expect(text.slice(0, 1_000)).toMatch(/^tokens: \d+ # estimate$/m);
      // What the page is for, in its first sentence.
      expect(text.slice(0, 1_000)).toMatch(/^description: "\S{2,} \S+/m);
      const relative = linksOf(text).filter((link) => !/^(?:https?:|mailto:|#)/.test(link));
      expect(relative).toEqual([]);
    },
  );

  it('has no broken link', async () => {
    expect(await brokenLinks(markdownFiles.flatMap((file) => linksOf(textOf(file))))).toEqual([]);
  });

  it('closes every code fence (markdown-code-fence-validity)', () => {
    const open = markdownFiles.filter((file) => {
      let fence = '';
      for (const line of textOf(file).split('\n')) {
        const [, marker = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
        if (fence === '') fence = marker;
        else if (line.trim() === fence) fence = '';
      }
      return fence !== '';
    });
    expect(open).toEqual([]);
  });
});

/** Elements that a program leaves out of the text of a page. */
const furniture = new Set(['nav', 'button', 'script', 'style', 'select', 'svg', 'noscript']);
const blocks = new Set(
  'p div h1 h2 h3 h4 h5 h6 li tr td th pre blockquote summary details figcaption header'.split(' '),
);

/** Text of an element with one line for each block. */
function textOfNode(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  if (node.type === 'element' && node.tagName === 'br') return '\n';
  if (node.type === 'element') {
    const { tagName, properties } = node;
    const className = String(properties.className ?? '');
    if (furniture.has(tagName) || 'dataMarkdownIgnore' in properties) return '';
    if (/breadcrumb|toc|table-of-contents/.test(className) || tagName === 'summary') return '';
  }
  const inner = node.children.map(textOfNode).join('');
  return node.type === 'element' && blocks.has(node.tagName) ? `\n${inner}\n` : inner;
}

function find(node: Nodes, tagName: string): Element | undefined {
  if (node.type === 'element' && node.tagName === tagName) return node;
  if (!('children' in node)) return undefined;
  for (const child of node.children) {
    const found = find(child, tagName);
    if (found) return found;
  }
  return undefined;
}

const normal = (text: string) =>
  text
    .replaceAll(/[\u200b`*_\\|<>]/g, '')
    // The text of a link can be the path of a list, such as `data[].expiry`.
    .replaceAll(/\[((?:[^[\]]|\[\])*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The Markdown of a page with the programs that it links to. */
function withPrograms(page: string): string {
  const markdown = textOf(`${page}index.md`);
  const programs = linksOf(markdown).filter((link) => link.startsWith(`${siteUrl}/examples/`));
  return [markdown, ...programs.map((link) => textOf(new URL(link).pathname))].join('\n');
}

/** Longer text than what agents read of a page is divided into several files. */
const isDivided = (page: string) => markdownFiles.includes(`${page}index-part-2.md`);

describe('HTML', () => {
  it.each(pages.filter((page) => !isDivided(page)))(
    '%s says nothing that its Markdown omits (markdown-content-parity)',
    (page) => {
      const article = find(fromHtml(readPage(page)), 'article');
      const segments = [...new Set((article ? textOfNode(article) : '').split('\n'))]
        .map(normal)
        // Labels of groups of fields, whose paths tell the same in the Markdown.
        .filter((segment) => segment.length >= 20 && !segment.startsWith('fields of '));
      expect(article).toBeDefined();
      const markdown = normal(withPrograms(page));
      const missing = segments.filter((segment) => !markdown.includes(segment));
      // A diagram has another text, and the URL of an operation has its region.
      const allowed = Math.max(2, segments.length * 0.05);
      expect(missing.length <= allowed ? [] : missing).toEqual([]);
    },
  );

  it.each(pages)('of %s has its end tags', (page) => {
    const html = readPage(page);
    for (const name of ['p', 'li', 'tr', 'td', 'option']) {
      const count = (pattern: RegExp) =>
        html.replaceAll(/<script[\s\S]*?<\/script>/g, '').match(pattern)?.length ?? 0;
      expect(count(new RegExp(`</${name}>`, 'g')), name).toBe(
        count(new RegExp(`<${name}[\\s>]`, 'g')),
      );
    }
  });

  it('of a page that does not exist has the status 404 (http-status-codes)', async () => {
    for (const url of ['/no-such-page/', '/no-such-page/index.md', '/essentials/none.md']) {
      expect((await get(url)).statusCode, url).toBe(404);
    }
  });
});

describe('discovery', () => {
  it('lists the Markdown and the API documents in a sitemap, which robots.txt names', async () => {
    const [, address = ''] = /^# Sitemap of the Markdown: (.*)$/m.exec(textOf('/robots.txt')) ?? [];
    const { body, statusCode } = await get(new URL(address).pathname);
    expect(statusCode).toBe(200);
    const listed = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
    expect(await brokenLinks(listed)).toEqual([]);
    for (const page of pages) expect(listed).toContain(`${siteUrl}${page}index.md`);
    expect(listed).toContain(`${siteUrl}/specs/device.openapi.yaml`);
  });

  it('leads from the domain to the MCP server', async () => {
    const { body } = await get('/.well-known/ai-catalog.json');
    const catalog = JSON.parse(body) as { entries: { type: string; url: string }[] };
    const [entry] = catalog.entries;
    expect(entry?.type).toBe('application/mcp-server-card+json');
    const card = (await get(new URL(entry?.url ?? '').pathname)).json<{ remotes: object[] }>();
    expect(card.remotes).toMatchObject([{ url: `${siteUrl}/mcp` }]);
  });

  it('leads to this server on the machine of a developer', async () => {
    for (const url of ['/llms.txt', '/robots.txt', '/.well-known/ai-catalog.json', '/index.md']) {
      const { body } = await get(url, { host: 'localhost:3000' });
      expect(body, url).toContain('http://localhost:3000/');
      expect(body, url).not.toContain(siteUrl);
    }
  });

  it('names the sandbox of the server in the setup block', async () => {
    const setting = (origin: string) => `export ANEDYA_SANDBOX_URL=${origin}/sandbox\n`;
    const [file] = markdownFiles.filter((name) => textOf(name).includes(setting(siteUrl)));
    expect(file).toBeDefined();
    const { body } = await get(file ?? '', { host: 'localhost:3210' });
    expect(body).toContain(setting('http://localhost:3210'));
    expect(body).not.toContain('localhost:3000');
  });

  it.each([
    ['/platform-api/', 'platform'],
    ['/platform-api/node-create/', 'platform'],
    ['/device/api/', 'device'],
    ['/device/api/device-apis/', 'device'],
    ['/device/api/submitdata/', 'device'],
  ])('links %s to the document of its API', (page, api) => {
    expect(readPage(page)).toContain(
      `rel=alternate type=application/openapi+yaml href=/specs/${api}.openapi.yaml`,
    );
  });
});
