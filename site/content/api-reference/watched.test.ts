import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LoadContext } from '@docusaurus/types';
import { expect, it, onTestFinished } from 'vitest';
import apiReference from './';

it('pages follow the generators and programs that they show', async () => {
  const siteDir = await mkdtemp(path.join(tmpdir(), 'docs-site-'));
  onTestFinished(() => rm(siteDir, { recursive: true }));
  await mkdir(path.join(siteDir, 'docs'));
  const siteConfig = {
    url: 'https://docs.example',
    baseUrl: '/',
    customFields: { sandboxUrl: '' },
  };
  const plugin = await apiReference({ siteDir, siteConfig } as unknown as LoadContext);
  const root = path.resolve(import.meta.dirname, '../../..');
  const watched = plugin.getPathsToWatch?.().map((file) => path.relative(root, file));
  expect(watched).toEqual([
    'specs/*.openapi.yaml',
    'specs/clients',
    'site/content/api-reference/programs',
  ]);
  // The documents are unchanged, but a page is not.
  const page = path.join(siteDir, 'docs/platform-api/index.mdx');
  const written = await readFile(page, 'utf8');
  await writeFile(page, 'old');
  await plugin.loadContent?.();
  expect(await readFile(page, 'utf8')).toBe(written);
});
