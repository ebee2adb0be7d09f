import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { made } from './edit-loader.cjs';
import { frameworkChanges, type FrameworkChange } from './framework-changes';
import { modulePatterns } from './module-patterns';
import { checkStubs } from './stubs';

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

/** Loaders that must be applied in every build. */
const loaders = ['docs-metadata-loader.cjs', 'registry-loader.cjs', 'site-config-loader.cjs'];
const load = createRequire(__filename);
const wasApplied = (loader: string) =>
  (load(`./${loader}`) as { readonly applied?: boolean }).applied === true;

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

const unusedRouterParts = {
  'hoist-non-react-statics$': source('empty/router-parts.ts'),
  'react-is$': source('empty/router-parts.ts'),
};

/** Changes to what the browser downloads, each with its reason. */
export default function bundle(): Plugin {
  checkStubs();
  return {
    name: 'bundle',
    configureWebpack: (_config, isServer) => ({
      ...developmentProxy(process.env.DEV_BACKEND),
      resolve: {
        alias: {
          // Fences are highlighted at build time; the theme still imports its highlighter (114 kB) unconditionally.
          'prism-react-renderer$': source('empty/prism-react-renderer.ts'),
          ...(isServer || process.env.NODE_ENV !== 'production' ? {} : unusedRouterParts),
        },
      },
      module: {
        rules: [
          {
            test: /plugin-content-docs[\\/]default[\\/]p[\\/][^\\/]*\.json$/,
            use: [path.join(__dirname, 'docs-metadata-loader.cjs')],
          },
          ...frameworkChanges.map(ruleOf),
          ...(isServer ? [] : [registryRule, siteConfigRule]),
          {
            test: /@docusaurus[\\/]utils-common[\\/]/,
            resolve: { alias: { tslib$: source('empty/tslib.ts') } },
          },
        ],
      },
      ...(isServer ? {} : browserOnly),
    }),
    postBuild() {
      const changes = frameworkChanges.filter(({ name }) => !made.has(name));
      const missed = [
        ...changes.map(({ module }) => module),
        ...loaders.filter((name) => !wasApplied(name)),
        ...[lateStyles, shellParts, operationParts].flatMap(({ unmatched }) => unmatched()),
      ];
      if (missed.length > 0) throw new Error(`nothing in the bundle matches: ${missed.join(', ')}`);
    },
  };
}

/** Makes a change before any other loader sees the module. */
function ruleOf({ name, module, edits }: FrameworkChange): object {
  return {
    test: (file: string) => file.replaceAll(path.sep, '/').endsWith(`/node_modules/${module}`),
    enforce: 'pre',
    use: [{ loader: path.join(__dirname, 'edit-loader.cjs'), options: { name, edits } }],
  };
}

const siteConfigRule = {
  test: /[\\/]\.docusaurus[\\/]docusaurus\.config\.mjs$/,
  use: [path.join(__dirname, 'site-config-loader.cjs')],
};

const registryRule = {
  test: /[\\/]\.docusaurus[\\/]registry\.js$/,
  use: [path.join(__dirname, 'registry-loader.cjs')],
};

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
  ...(process.env.NODE_ENV === 'production' && {
    output: { chunkFilename: 'assets/js/[id].[contenthash:8].js' },
  }),
  optimization: { splitChunks: { cacheGroups } },
};
