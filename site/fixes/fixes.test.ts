import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixes } from './fixes';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const loader = createRequire(import.meta.url)('./loader.cjs') as (source: string) => string;

interface Options {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const edited = (options: Options, source: string) =>
  loader.call({ getOptions: () => options }, source);

describe('the loader', () => {
  const options = { name: 'a', before: 'x(1)', after: '$&' };

  it('replaces a part', () => {
    expect(edited(options, 'a; x(1); b')).toBe('a; $&; b');
  });

  it.each(['a; b', 'x(1); x(1)'])('throws when the part does not occur once: %s', (source) => {
    expect(() => edited(options, source)).toThrow('the fix "a" no longer matches');
  });
});

describe.each(fixes)('$name', ({ test: [file, name], edits }) => {
  it('matches the installed packages', () => {
    for (const { module, ...edit } of edits) {
      expect(read(`node_modules/${module}`).split(edit.before), module).toHaveLength(2);
    }
  });

  it('has its test', () => {
    expect(read(`tests/${file}`)).toContain(name);
  });
});

describe('published code', () => {
  const site = readdirSync(path.join(root, 'site'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.(?:ts|tsx|cjs|mjs)$/.test(file))
    .filter((file) => !/(?:^|\/)(?:node_modules|build|\.docusaurus|\.cache)\//.test(file));

  /** Ways of a bundler to replace the code of a module. */
  const replacement =
    /\balias: \{|NormalModuleReplacementPlugin|IgnorePlugin|\bexternals\b|null-loader|\bDefinePlugin\b/;

  it('is replaced by no setting of the bundler', () => {
    const own = 'fixes/fixes.test.ts';
    const found = site.filter((file) => file !== own && replacement.test(read(`site/${file}`)));
    // It bundles the sandbox, with other streams.
    expect(found).toEqual(['content/browser-sandbox/index.ts']);
  });

  it('is edited only by the fixes', () => {
    const loaders = site.filter((file) =>
      /\bloader\b.*\.cjs|enforce: 'pre'/.test(read(`site/${file}`)),
    );
    // It returns pages unchanged.
    expect(loaders.filter((file) => !/^fixes\/|\.test\.ts$/.test(file))).toEqual([
      'content/page-sources/index.ts',
    ]);
  });

  it('comes from the registry', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<
        Record<
          string,
          { readonly link?: boolean; readonly name?: string; readonly resolved?: string }
        >
      >;
    };
    const published =
      /(?:^|\/)node_modules\/(?:react|react-dom|react-router(?:-dom|-config)?|history|nprogress|@docusaurus\/[^/]+|@docsearch\/[^/]+)$/;
    const names = Object.keys(packages).filter((place) => published.test(place));
    expect(names).toEqual(
      expect.arrayContaining(['node_modules/react', 'node_modules/@docusaurus/core']),
    );
    // A link or another name is another package instead of it.
    const others = names.filter((place) => packages[place]?.link ?? packages[place]?.name);
    expect(others).toEqual([]);
  });

  it('is not replaced by a folder of this project', () => {
    const { overrides } = JSON.parse(read('package.json')) as {
      readonly overrides: Readonly<Record<string, unknown>>;
    };
    expect(Object.keys(overrides)).toEqual([
      'light-my-request',
      'react',
      'react-dom',
      'third-party-web',
    ]);
  });
});
