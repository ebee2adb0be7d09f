import { createRequire } from 'node:module';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseDocument } from '@anedya-docs/openapi-model';
import { apiConfigs, readApi } from '../api-reference/documents';
import pageSources, { guideFacts, sourcesOf } from './';

const site = path.resolve(import.meta.dirname, '../..');
const guide = path.join(site, 'docs/whatisanedya.mdx');
const generated = path.join(site, 'docs/device/api/http-time-sync.mdx');
const below = (files: readonly string[]) => files.map((file) => path.relative(site, file));

type Loader = (this: object, page: string) => string;
const loader = createRequire(import.meta.url)('./loader.cjs') as Loader;

const fence = '```python file="time-sync/pico.py" title="pico_time.py"\n```\n';

describe('the files that a page is derived from', () => {
  it('are for a guide what it shows of the documents, other names, and the files of its fences', () => {
    expect(below(sourcesOf(guide, `Text.\n\n${fence}`))).toEqual([
      '.docusaurus/guide-facts/whatisanedya.mdx.json',
      'content/named-facts/other-names.yaml',
      'examples/time-sync/pico.py',
    ]);
  });

  it('are for the changelog its changes, too', () => {
    const changelog = path.join(site, 'docs/changelog.mdx');
    expect(below(sourcesOf(changelog, ''))).toContain('content/changelog/changes.yaml');
  });

  it('are for a page that is written from a document the files of its fences', () => {
    expect(below(sourcesOf(generated, fence))).toEqual(['examples/time-sync/pico.py']);
  });

  it('are reported to the bundler, with the page unchanged', () => {
    const addDependency = vi.fn();
    const context = {
      getOptions: () => ({ sourcesOf }),
      resourcePath: guide,
      addDependency,
    };
    expect(loader.call(context, fence)).toBe(fence);
    expect(addDependency.mock.calls.flat()).toEqual(sourcesOf(guide, fence));
  });
});

describe('what guides show of the documents', () => {
  const changedBy = async (pattern: RegExp | string, replacement: string) => {
    const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
    const before = guideFacts(site, apis);
    const changed = apis.map(async (api) => {
      const text = api.text.replace(pattern, replacement);
      return { ...api, text, document: await parseDocument(text, api.config.file) };
    });
    const after = guideFacts(site, await Promise.all(changed));
    return [...after].filter(([name, facts]) => before.get(name) !== facts).map(([name]) => name);
  };

  it('changes with a limit for the guides with this limit, and those with tables', async () => {
    const changed = await changedBy(/(request-id:\s+subject: .*\s+value: )36/, '$1' + '37');
    expect(changed).toContain('getting-started--submitData.mdx.json');
    expect(changed).toContain('essentials--index.mdx.json');
    expect(changed).not.toContain('features--ota--ota-anedya.mdx.json');
  });

  it('changes with the title of an operation for all guides', async () => {
    const changed = await changedBy('summary: Submit data', 'summary: Submit values');
    expect(changed).toContain('features--ota--ota-anedya.mdx.json');
  });
});

describe('the plugin', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['development', 1],
    ['production', 0],
  ])('adds the loader in development only: %s', (environment, count) => {
    vi.stubEnv('NODE_ENV', environment);
    expect(pageSources().configureWebpack().module.rules).toHaveLength(count);
  });
});
