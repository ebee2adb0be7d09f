import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { frameworkChanges } from '../../../plugins/bundle/framework-changes';
import { checkClientEntry } from '../../../plugins/bundle/stubs';

interface Options {
  readonly name: string;
  readonly edits?: readonly (readonly [string, string])[];
  readonly replacement?: string;
}

const loader = createRequire(import.meta.url)(
  path.resolve(import.meta.dirname, '../../../plugins/bundle/loader.cjs'),
) as ((source: string) => string) & { readonly applied: ReadonlySet<string> };

const load = (options: Options, source: string) =>
  loader.call({ getOptions: () => options }, source);

describe('the chunk registry', () => {
  const name = 'chunk registry';
  const entry = (id: string) =>
    `"${id}": [() => import("@site/docs/${id}.mdx"), "@site/docs/${id}.mdx", require.resolveWeak("@site/docs/${id}.mdx")],`;

  it('has only the import of each entry', () => {
    const source = `export default {\n${entry('a')}\n${entry('b')}\n};`;
    expect(load({ name }, source)).toBe(
      'export default {\n"a": [() => import("@site/docs/a.mdx")],\n"b": [() => import("@site/docs/b.mdx")],\n};',
    );
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

  it('creates the component of a route when it is first read, once', () => {
    const source = `export default [
  { path: '/a/', component: ComponentCreator('/a/', '21e'), exact: true },
  { path: '*', component: ComponentCreator('*') },
];`;
    const created: string[] = [];
    const context = {
      module: { routes: [] as { readonly component: object }[] },
      ComponentCreator(route: string) {
        created.push(route);
        return { route };
      },
    };
    runInNewContext(load({ name }, source).replace('export default', 'module.routes ='), context);
    const { routes } = context.module;
    expect(created).toEqual([]);
    expect(routes[1]?.component).toEqual({ route: '*' });
    expect(routes[1]?.component).toBe(routes[1]?.component);
    expect(created).toEqual(['*']);
  });

  it.each(['export default [];', "component: ComponentCreator(path, '21e'),"])(
    'throws when the table has changed: %s',
    (source) => {
      expect(() => load({ name }, source)).toThrow('route table has changed');
    },
  );
});

describe('the version metadata', () => {
  const name = 'version metadata';

  it('has no descriptions', () => {
    const source = { version: { label: 'Next', docs: { a: { id: 'a', description: 'Text.' } } } };
    expect(JSON.parse(load({ name }, JSON.stringify(source)))).toEqual({
      version: { label: 'Next', docs: { a: { id: 'a' } } },
    });
  });

  it.each(['{}', '{"version":{"docs":{"a":{"id":"a"}}}}'])(
    'throws when there is nothing to remove: %s',
    (source) => {
      expect(() => load({ name }, source)).toThrow('version metadata has changed');
    },
  );
});

describe('an edit', () => {
  const edits = [['before', 'after']] as const;

  it('replaces a piece that occurs once, and is recorded as applied', () => {
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
  const packages = path.resolve(import.meta.dirname, '../../../../node_modules');
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
      'client entry has changed: review src/client-entry',
    );
  });
});
