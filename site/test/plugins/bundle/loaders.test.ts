import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const loader = (name: string) =>
  require(path.resolve(import.meta.dirname, '../../../plugins/bundle', name)) as (
    source: string,
  ) => string;

describe('registry-loader', () => {
  const load = loader('registry-loader.cjs');
  const entry = (id: string) =>
    `"${id}": [() => import("@site/docs/${id}.mdx"), "@site/docs/${id}.mdx", require.resolveWeak("@site/docs/${id}.mdx")],`;

  it('removes the source path of each entry', () => {
    const source = `export default {\n${entry('a')}\n${entry('b')}\n};`;
    const loaded = load(source);
    expect(loaded.match(/, "", require\.resolveWeak/g)).toHaveLength(2);
    expect(loaded).toContain('import("@site/docs/a.mdx")');
  });

  it.each(['export default {};', `${entry('a')}["x", require.resolveWeak("x")]`])(
    'throws when the registry has changed: %s',
    (source) => {
      expect(() => load(source)).toThrow('chunk registry has changed');
    },
  );
});

describe('docs-metadata-loader', () => {
  const load = loader('docs-metadata-loader.cjs');

  it('removes the descriptions', () => {
    const source = { version: { label: 'Next', docs: { a: { id: 'a', description: 'Text.' } } } };
    expect(JSON.parse(load(JSON.stringify(source)))).toEqual({
      version: { label: 'Next', docs: { a: { id: 'a' } } },
    });
  });

  it.each(['{}', '{"version":{"docs":{"a":{"id":"a"}}}}'])(
    'throws when there is nothing to remove: %s',
    (source) => {
      expect(() => load(source)).toThrow('version metadata has changed');
    },
  );
});
