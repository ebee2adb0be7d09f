import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { frameworkChanges } from './framework-changes';
import { checkClientEntry } from './stubs';
import { checkReactDom, smallerReactDom } from './unused-parts';

interface Options {
  readonly name: string;
  readonly edits?: readonly (readonly [string, string])[];
  readonly unusedFunctions?: readonly string[];
  readonly replacement?: string;
}

const loader = createRequire(import.meta.url)(
  path.resolve(import.meta.dirname, './loader.cjs'),
) as ((source: string) => string) & { readonly applied: ReadonlySet<string> };

const load = (options: Options, source: string) =>
  loader.call({ getOptions: () => options }, source);

describe('the chunk registry', () => {
  const name = 'chunk registry';
  const entry = (id: string) =>
    `"${id}": [() => import(/* webpackChunkName: "${id}" */ "@site/docs/${id}.mdx"), "@site/docs/${id}.mdx", require.resolveWeak("@site/docs/${id}.mdx")],`;

  it('has only the import of each entry, with a short name', () => {
    const source = `export default {\n${entry('17896441')}\n${entry('003c1089')}\n};`;
    expect(load({ name }, source)).toBe(`export default {
"1": [() => import(/* webpackChunkName: "1" */ "@site/docs/17896441.mdx")],
"0": [() => import(/* webpackChunkName: "0" */ "@site/docs/003c1089.mdx")],
};`);
  });

  it.each(['export default {};', `${entry('a')}["x", require.resolveWeak("x")]`])(
    'throws when the registry has changed: %s',
    (source) => {
      expect(() => load({ name }, source)).toThrow('chunk registry has changed');
    },
  );
});

describe('the route table', () => {
  const name = 'route table';
  const source = `export default [
  { path: '/', component: ComponentCreator('/', 'b22'), routes: [
    { path: '/', component: ComponentCreator('/', 'a11') },
    { path: '/a/', component: ComponentCreator('/a/', '21e'), exact: true },
  ] },
  { path: '*', component: ComponentCreator('*') },
];`;

  it('creates the component of a route when it is first read, once', () => {
    interface Route {
      readonly component: object;
      readonly routes?: readonly Route[];
    }
    const created: string[] = [];
    const context = {
      module: { routes: [] as readonly Route[] },
      ComponentCreator(...route: readonly string[]) {
        created.push(route.join('-'));
        return { route };
      },
    };
    runInNewContext(load({ name }, source).replace('export default', 'module.routes ='), context);
    const { routes } = context.module;
    expect(created).toEqual([]);
    expect(routes[1]?.component).toEqual({ route: ['*'] });
    expect(routes[1]?.component).toBe(routes[1]?.component);
    expect(created).toEqual(['*']);
  });

  it('has the keys of the route chunk names', () => {
    const chunks = {
      '/-a11': { __comp: 'c2' },
      '/-b22': { __comp: 'c1' },
      '/a/-21e': { content: 'c3' },
    };
    const names = JSON.parse(load({ name: 'route chunk names' }, JSON.stringify(chunks))) as object;
    expect(names).toEqual({
      '/-a': { __comp: '1' },
      '/-b': { __comp: '0' },
      '/a/-a': { content: '2' },
    });
    const keys = [...load({ name }, source).matchAll(/Creator\('([^']*)', '(\w+)'\)/g)];
    expect(keys.map(([, route, key]) => `${route}-${key}`).sort()).toEqual(
      Object.keys(names).sort(),
    );
  });

  it.each(['export default [];', "component: ComponentCreator(path, '21e'),"])(
    'throws when the table has changed: %s',
    (text) => {
      expect(() => load({ name }, text)).toThrow('route table has changed');
    },
  );
});

describe('the version metadata', () => {
  const name = 'version metadata';
  const link = { type: 'link', label: 'A', href: '/b/a', unlisted: false };
  const a = { id: 'b/a', title: 'A', description: 'Text.', sidebar: 'one' };
  const index = { id: 'b/index', title: 'B', description: 'Text.', sidebar: 'one' };
  const category = (items: readonly object[]) => ({ type: 'category', href: '/b/', items });
  const version = (item: object) => ({
    version: {
      docsSidebars: { one: [category([item])] },
      docs: { 'b/a': a, 'b/index': index },
    },
  });

  it('names no pages in its sidebars, and has only the titles of the others', () => {
    const source = JSON.stringify(version({ ...link, docId: 'b/a' }));
    expect(JSON.parse(load({ name }, source))).toEqual({
      version: {
        docsSidebars: { one: [category([{ type: 'link', label: 'A', href: '/b/a' }])] },
        docs: { 'b/index': { id: 'b/index', title: 'B' } },
      },
    });
  });

  it.each(['{}', JSON.stringify(version(link))])(
    'throws when there is nothing to remove: %s',
    (source) => {
      expect(() => load({ name }, source)).toThrow('version metadata has changed');
    },
  );
});

describe('the metadata of a page', () => {
  const name = 'page metadata';
  const page = { id: 'a', title: 'A', source: '@site/a.mdx', draft: false, unlisted: false };

  it('has only what the browser reads', () => {
    const source = JSON.stringify({ ...page, tags: [], frontMatter: { title: 'A' } });
    expect(JSON.parse(load({ name }, source))).toEqual({ id: 'a', title: 'A', frontMatter: {} });
  });

  it.each([
    page,
    { ...page, frontMatter: {}, draft: true },
    { ...page, frontMatter: {}, unlisted: true },
  ])('throws for a draft, an unlisted page, or another form: %j', (source) => {
    expect(() => load({ name }, JSON.stringify(source))).toThrow('@site/a.mdx is a draft');
  });
});

describe('the site configuration', () => {
  const name = 'site configuration';
  const lists = ['plugins', 'themes', 'presets', 'clientModules', 'staticDirectories', 'markdown'];
  const broken = ['onBrokenLinks', 'onBrokenAnchors', 'onBrokenMarkdownLinks', 'onDuplicateRoutes'];
  const buildOnly = [...lists, ...broken, 'i18n', 'scripts', 'headTags', 'stylesheets'];
  const config = {
    title: 'Docs',
    ...Object.fromEntries(buildOnly.map((key) => [key, []])),
    future: { experimental_router: 'browser', experimental_faster: {} },
    themeConfig: { blog: {}, prism: { theme: {} }, navbar: {} },
  };
  const generated = (value: object) => `// note\nexport default ${JSON.stringify(value)};\n`;

  it('has only what the browser reads', () => {
    const [, json = ''] = load({ name }, generated(config)).split('export default ');
    expect(JSON.parse(json.replace(/;$/, ''))).toEqual({
      title: 'Docs',
      future: { experimental_router: 'browser' },
      themeConfig: { prism: { additionalLanguages: [] }, navbar: {} },
    });
  });

  it.each(['markdown', 'future'])('throws when there is no %s', (key) => {
    const source = generated({ ...config, [key]: undefined });
    expect(() => load({ name }, source)).toThrow('site configuration has changed');
  });
});

describe('an edit', () => {
  const edits = [['before', 'after']] as const;

  it('replaces a part that occurs once, and records the change as applied', () => {
    expect(load({ name: 'an edit', edits }, 'a before b')).toBe('a after b');
    expect(loader.applied).toContain('an edit');
  });

  it.each(['', 'before before'])('throws for a module with %j', (source) => {
    expect(() => load({ name: 'another edit', edits }, source)).toThrow(
      '"another edit" no longer matches its module',
    );
    expect(loader.applied).not.toContain('another edit');
  });
});

it.each(frameworkChanges)('$name: matches the installed module', ({ name, module, edits }) => {
  const packages = path.resolve(import.meta.dirname, '../../node_modules');
  const source = readFileSync(path.join(packages, module), 'utf8');
  expect(() => load({ name, edits }, source)).not.toThrow();
  expect(() => load({ name, edits }, '')).toThrow('no longer matches');
});

describe('checkClientEntry', () => {
  it('accepts the installed client entry', () => {
    expect(checkClientEntry).not.toThrow();
  });

  it('throws for any other', () => {
    expect(() => checkClientEntry('import App from "./App";')).toThrow(
      'client entry has changed: review src/boot',
    );
  });
});

describe('unused functions', () => {
  const name = 'unused features';
  const source = `/** License */
"use strict";
exports.run = run;
function kept() {
  return 1;
}
function unused(a) {
  if (a) {
    return 2;
  }
}
function run() {
  return [kept(), unused];
}
`;
  const options = { name, edits: [], unusedFunctions: ['unused'] };

  it('throw, and all others are kept', () => {
    const context = { exports: {} as { readonly run: () => [number, () => void] } };
    runInNewContext(load(options, source), context);
    const [kept, unused] = context.exports.run();
    expect(kept).toBe(1);
    expect(unused).toThrow('This feature was removed from the bundle: unused features');
  });

  it.each(['', source.repeat(2)])('fail the build unless there is exactly one', (text) => {
    expect(() => load(options, text)).toThrow('it has no single "unused"');
  });
});

describe('React DOM', () => {
  it('is the reviewed one, and has all functions that are removed', () => {
    const packages = path.resolve(import.meta.dirname, '../../node_modules');
    const source = readFileSync(path.join(packages, smallerReactDom.module), 'utf8');
    expect(() => checkReactDom(source)).not.toThrow();
    expect(() => load(smallerReactDom, source)).not.toThrow();
  });

  it('fails the build after any change', () => {
    expect(() => checkReactDom('')).toThrow('React DOM has changed');
  });
});

it('no component uses a feature of React that the bundle does not have', () => {
  const folder = path.resolve(import.meta.dirname, '../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const removed = /\b(?:Suspense|lazy|use|useActionState|useOptimistic|useFormStatus)\b/;
  const using = files.filter((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8');
    const imports = source.matchAll(/^import [^;]*from '(?:react|react-dom)';$/gm);
    return removed.test([...imports].join());
  });
  expect(using).toEqual([]);
});
