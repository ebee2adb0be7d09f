import { createHash } from 'node:crypto';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { apiConfigs } from '../api-reference/documents';
import markdownPages from './';

type PostBuildProps = Parameters<NonNullable<Plugin['postBuild']>>[0];

const siteDir = path.resolve(__dirname, '../..');

/** A page in the list of the framework: its permalink has no trailing slash. */
const doc = (name: string) => ({
  id: name.replace(/\.mdx$/, ''),
  title: 'Page',
  description: 'What it is for.',
  source: `@site/docs/${name}`,
  permalink: `/base/${name.replace(/(\/index)?\.mdx$/, '')}`,
  frontMatter: name === 'features/heartbeat.mdx' ? { workflow: 'heartbeat' } : {},
});

it('writes the Markdown of each page beside its HTML, and an index', async () => {
  const outDir = await mkdtemp(path.join(tmpdir(), 'docs-markdown-'));
  onTestFinished(() => rm(outDir, { recursive: true, force: true }));
  const names = await readdir(path.join(siteDir, 'docs'), { recursive: true });
  const docs = names
    .filter((name) => name.endsWith('.mdx'))
    .filter((name) => !apiConfigs.some(({ folder }) => name.startsWith(`${folder}/`)))
    .map(doc);
  const heartbeat = { type: 'doc', id: 'features/heartbeat' };
  const category = { type: 'category', label: 'Features', items: [heartbeat] };
  const content = { loadedVersions: [{ docs, sidebars: { guides: [category] } }] };
  const plugins = [{ name: 'docusaurus-plugin-content-docs', content }];
  const siteConfig = {
    url: 'https://docs.test',
    baseUrl: '/base/',
    title: 'Docs',
    tagline: 'All of it.',
    customFields: { sandboxUrl: '' },
  };
  const plugin = markdownPages({ siteDir, siteConfig } as unknown as LoadContext);
  await plugin.postBuild?.({ outDir, plugins } as unknown as PostBuildProps);

  const text = await readFile(path.join(outDir, 'features/events/rule-pattern/index.md'), 'utf8');
  expect(text).toContain('url: https://docs.test/base/features/events/rule-pattern/\n');
  expect(text).toContain('](https://docs.test/base/features/events/webhookaction/index.md)');

  const index = await readFile(path.join(outDir, 'llms.txt'), 'utf8');
  expect(index).toMatch(/^# Docs\n\n> All of it\.\n/);
  expect(index).toContain('MCP server at `https://docs.test/base/mcp`');
  expect(index).not.toContain('Sandbox of both APIs');
  expect(index).toContain('Platform API https://docs.test/base/specs/platform.openapi.yaml');
  expect(index).toContain(
    '## Features\n\n- [Page](https://docs.test/base/features/heartbeat/index.md): What it is for. (',
  );
  for (const { permalink } of docs)
    expect(index).toContain(`](https://docs.test${permalink}/index.md)`);

  const all = await readFile(path.join(outDir, 'llms-full.txt'), 'utf8');
  expect(all).toContain(index);
  expect(all).toContain(text);
  expect(all).not.toContain(': code samples');

  const workflow = 'specs/workflows/heartbeat.arazzo.json';
  expect(JSON.parse(await readFile(path.join(outDir, workflow), 'utf8'))).toMatchObject({
    arazzo: '1.0.1',
    sourceDescriptions: [
      { name: 'device', url: 'https://docs.test/base/specs/device.openapi.yaml' },
      { name: 'platform', url: 'https://docs.test/base/specs/platform.openapi.yaml' },
    ],
    workflows: [{ steps: [{ stepId: 'heartbeat' }, { stepId: 'health-status' }] }],
  });
  const guide = await readFile(path.join(outDir, 'features/heartbeat/index.md'), 'utf8');
  expect(guide).toContain(`https://docs.test/base/${workflow}`);
  expect(index).toContain(
    'https://docs.test/base/specs/workflows/{name}.arazzo.json, where `{name}` is heartbeat.',
  );

  const robots = await readFile(path.join(outDir, 'robots.txt'), 'utf8');
  expect(robots).toContain('\nSitemap: https://docs.test/base/sitemap.xml\n');
  expect(robots).toContain(' https://docs.test/base/sitemap-markdown.xml\n');
  const sitemap = await readFile(path.join(outDir, 'sitemap-markdown.xml'), 'utf8');
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
  for (const file of ['llms.txt', 'llms-full.txt', 'specs/device.openapi.yaml', workflow]) {
    expect(listed).toContain(`https://docs.test/base/${file}`);
  }
  for (const { permalink } of docs) {
    expect(listed).toContain(`https://docs.test${permalink}/index.md`);
  }
  const catalog = await readFile(path.join(outDir, '.well-known/ai-catalog.json'), 'utf8');
  expect(JSON.parse(catalog)).toMatchObject({
    specVersion: '1.0',
    entries: [
      {
        identifier: 'urn:air:docs.test:docs:mcp',
        type: 'application/mcp-server-card+json',
        url: 'https://docs.test/base/mcp/server-card',
      },
    ],
  });
  const skills = '.well-known/agent-skills';
  const list = JSON.parse(await readFile(path.join(outDir, skills, 'index.json'), 'utf8')) as {
    skills: { name: string; url: string; digest: string }[];
  };
  expect(list.skills.map(({ name }) => name)).toEqual([
    'connect-a-device',
    'export-data',
    'read-and-aggregate-data',
    'restrict-a-token',
    'roll-out-firmware',
    'run-micropython-on-a-board',
    'send-a-command-and-wait',
    'set-event-rules',
    'synchronize-time',
  ]);
  for (const { name, url, digest } of list.skills) {
    expect(url).toBe(`/base/${skills}/${name}/SKILL.md`);
    const file = await readFile(path.join(siteDir, 'static', skills, name, 'SKILL.md'));
    expect(digest).toBe(`sha256:${createHash('sha256').update(file).digest('hex')}`);
  }
}, 60_000);
