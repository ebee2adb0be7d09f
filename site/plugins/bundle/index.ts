import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { frameworkChanges, type FrameworkChange } from './framework-changes';
import { applied } from './loader.cjs';
import { modulePatterns } from './module-patterns';
import { checkClientEntry, checkStubs } from './stubs';

interface Module {
  identifier(): string;
}

const source = (file: string) => path.resolve(__dirname, '../../src', file);

/** Stylesheets of components that load on demand. */
const lateStyles = modulePatterns([
  /@docsearch/,
  /SearchDialog/,
  /ValuesPanel/,
  /BodyEditor/,
  /components[\\/]Send[\\/]/,
  /components[\\/]Sandbox[\\/]/,
  /components[\\/]MqttConsole[\\/]/,
]);

/** Parts of the theme that every page of the docs renders. */
const shellParts = modulePatterns([
  /node_modules[\\/]@docusaurus[\\/]theme-c/,
  /node_modules[\\/]@docusaurus[\\/]plugin-content-docs/,
  /node_modules[\\/]@mdx-js/,
  /site[\\/]src[\\/]theme/,
]);

/** Modules that every operation page needs at once, and no other page. */
const operationParts = modulePatterns([
  /components[\\/]Endpoint/,
  /components[\\/]Fields/,
  /components[\\/]Send[\\/]index/,
  /runner[\\/]call\./,
  /runner[\\/]resend\./,
]);

const isShell = (module: Module) =>
  !module.identifier().includes('Search') && shellParts.matches(module.identifier());

/** Changes to generated modules of the browser's bundle (`transforms` of the loader). */
const generatedModules: readonly { readonly name: string; readonly module: RegExp }[] = [
  { name: 'chunk registry', module: /[\\/]\.docusaurus[\\/]registry\.js$/ },
  { name: 'route table', module: /[\\/]\.docusaurus[\\/]routes\.js$/ },
  { name: 'site configuration', module: /[\\/]\.docusaurus[\\/]docusaurus\.config\.mjs$/ },
];

/** Development keeps the framework's entry, which replaces modules while the page is open. */
const clientEntry = {
  name: 'client entry',
  module: /core[\\/]lib[\\/]client[\\/]clientEntry\.js$/,
  replacement: `import ${JSON.stringify(source('client-entry/index.ts'))};`,
};

const versionMetadata = {
  name: 'version metadata',
  module: /plugin-content-docs[\\/]default[\\/]p[\\/][^\\/]*\.json$/,
};

/**
 * In development the framework's server shows the pages and this project's server handles everything else.
 * @param backend address of the latter; without it there is nothing to hand on
 */
function developmentProxy(backend: string | undefined): object {
  if (backend === undefined) return {};
  const context = ['/1/', '/proxy/', '/sandbox/', '/page-views', '/healthz', '/metrics'];
  // MQTT over WebSocket goes to the sandbox as well.
  return { devServer: { proxy: [{ context, target: backend, ws: true }] } };
}

const isProduction = process.env.NODE_ENV === 'production';

/** Parts of React Router that this site does not need. */
const routerParts = {
  'path-to-regexp$': source('empty/path-to-regexp.ts'),
  'hoist-non-react-statics$': source('empty/router-parts.ts'),
  'react-is$': source('empty/router-parts.ts'),
};

/** Changes to what the browser downloads, each with its reason. */
export default function bundle(): Plugin {
  checkStubs();
  checkClientEntry();
  return {
    name: 'bundle',
    configureWebpack: (_config, isServer) => ({
      ...developmentProxy(process.env.DEV_BACKEND),
      resolve: {
        alias: {
          // Fences are highlighted at build time; the theme still imports its highlighter (114 kB) unconditionally.
          'prism-react-renderer$': source('empty/prism-react-renderer.ts'),
          ...(isServer || !isProduction ? {} : routerParts),
        },
      },
      module: {
        rules: [
          ...frameworkChanges.map(({ name, module, edits }) =>
            changeRule(
              (file) => file.replaceAll(path.sep, '/').endsWith(`/node_modules/${module}`),
              { name, edits },
            ),
          ),
          changeRule(versionMetadata.module, versionMetadata),
          ...(isServer ? [] : generatedModules.map((change) => changeRule(change.module, change))),
          ...(isServer || !isProduction ? [] : [changeRule(clientEntry.module, clientEntry)]),
          {
            test: /@docusaurus[\\/]utils-common[\\/]/,
            resolve: { alias: { tslib$: source('empty/tslib.ts') } },
          },
        ],
      },
      ...(isServer ? {} : browserOnly),
    }),
    postBuild() {
      const changes = [
        ...frameworkChanges,
        versionMetadata,
        ...generatedModules,
        clientEntry,
      ].filter(({ name }) => !applied.has(name));
      const missed = [
        ...changes.map(({ name }) => name),
        ...[lateStyles, shellParts, operationParts].flatMap(({ unmatched }) => unmatched()),
      ];
      if (missed.length > 0) throw new Error(`nothing in the bundle matches: ${missed.join(', ')}`);
    },
  };
}

interface Change {
  readonly name: string;
  readonly edits?: FrameworkChange['edits'];
  readonly replacement?: string;
}

/** Applies a change before any other loader sees the module. */
function changeRule(
  test: RegExp | ((file: string) => boolean),
  { name, edits, replacement }: Change,
): object {
  const loader = path.join(__dirname, 'loader.cjs');
  return { test, enforce: 'pre', use: [{ loader, options: { name, edits, replacement } }] };
}

const cacheGroups = {
  // The framework puts every rule into one file; those of what loads late load with it.
  styles: { test: (module: Module) => !lateStyles.matches(module.identifier()) },
  // One file instead of seven small ones, which compress worse and arrive one after another.
  shell: {
    name: 'shell',
    test: (module: Module & { type?: string }) =>
      isShell(module) && !String(module.type).startsWith('css'),
    chunks: 'all' as const,
    enforce: true,
    priority: 45,
  },
  // Otherwise it shares a file with what all pages show, such as code blocks.
  call: {
    name: 'call',
    test: (module: Module & { type?: string }) =>
      operationParts.matches(module.identifier()) && !String(module.type).startsWith('css'),
    chunks: 'async' as const,
    enforce: true,
    priority: 44,
  },
};

/** What holds for the browser's bundle alone; names in file names would need a map in every page. */
const browserOnly = {
  ...(isProduction && {
    output: { chunkFilename: 'assets/js/[id].[contenthash:8].js' },
  }),
  optimization: { splitChunks: { cacheGroups } },
};
