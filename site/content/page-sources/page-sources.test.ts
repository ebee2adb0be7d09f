import { createRequire } from 'node:module';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import pageSources, { sourcesOf } from './';

const site = path.resolve(import.meta.dirname, '../..');
const guide = path.join(site, 'docs/whatisanedya.mdx');
const generated = path.join(site, 'docs/device/api/http-time-sync.mdx');
const below = (files: readonly string[]) => files.map((file) => path.relative(site, file));

type Loader = (this: object, page: string) => string;
const loader = createRequire(import.meta.url)('./loader.cjs') as Loader;

const fence = '```python file="time-sync/pico.py" title="pico_time.py"\n```\n';

/** What all guides derive from. */
const shared = [
  'static/specs/platform.openapi.yaml',
  'static/specs/device.openapi.yaml',
  'content/named-facts/other-names.yaml',
  'content/changelog/changes.yaml',
];

describe('the files that a page is derived from', () => {
  it('are for a guide the documents, other facts, and the files of its fences', () => {
    expect(below(sourcesOf(guide, `Text.\n\n${fence}`))).toEqual([
      ...shared,
      'examples/time-sync/pico.py',
    ]);
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
