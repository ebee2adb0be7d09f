import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { frameworkChanges, type FrameworkChange } from './framework-changes';
import { applied } from './loader.cjs';
import { checkClientEntry, checkStubs, replacedModules } from './stubs';
import { checkReactDom, checkUnusedPart, smallerReactDom, unusedParts } from './unused-parts';

interface Module {
  identifier(): string;
}

/** Module path patterns, with a record of which have matched. */
export function modulePatterns(patterns: readonly RegExp[]) {
  const matched = new Set<RegExp>();
  return {
    matches(identifier: string): boolean {
      const found = patterns.filter((pattern) => pattern.test(identifier));
      found.forEach((pattern) => matched.add(pattern));
      return found.length > 0;
    },
    /** Patterns that have matched no module: the files have moved. */
    unmatched: () => patterns.filter((pattern) => !matched.has(pattern)).map(String),
  };
}

const source = (file: string) => path.resolve(__dirname, '../src', file);

/** Stylesheets of components that load on demand. */
const onDemandStyles = modulePatterns([
  /@docsearch/,
  /SearchDialog/,
  /ValuesPanel/,
  /BodyEditor/,
  /components[\\/]Send[\\/]/,
  /components[\\/]Sandbox[\\/]/,
  /components[\\/]MqttConsole[\\/]/,
  /components[\\/]SimulatedDevice[\\/]/,
  /components[\\/]CopyPage[\\/]entries/,
]);

/** Parts of the theme on every docs page, with the sidebars. */
const shellParts = modulePatterns([
  /[\\/]docusaurus-plugin-content-docs[\\/]default[\\/](?:p[\\/]|__plugin)/,
  /node_modules[\\/]@docusaurus[\\/]theme-c/,
  /node_modules[\\/]@docusaurus[\\/]plugin-content-docs/,
  /node_modules[\\/]@mdx-js/,
  /site[\\/]src[\\/]theme/,
]);

/** Modules that every operation page needs immediately, and no other page. */
const operationParts = modulePatterns([
  /components[\\/]Fields/,
  /components[\\/]Send[\\/]index/,
  /runner[\\/]operation\./,
  /runner[\\/]resend\./,
]);

const isShell = (module: Module) =>
  !module.identifier().includes('SearchPage') && shellParts.matches(module.identifier());

/** Changes to generated modules of the browser bundle (`transforms` of the loader). */
const generatedModules: readonly { readonly name: string; readonly module: RegExp }[] = [
  { name: 'chunk registry', module: /[\\/]\.docusaurus[\\/]registry\.js$/ },
  { name: 'route table', module: /[\\/]\.docusaurus[\\/]routes\.js$/ },
  { name: 'route chunk names', module: /[\\/]\.docusaurus[\\/]routesChunkNames\.json$/ },
  { name: 'site configuration', module: /[\\/]\.docusaurus[\\/]docusaurus\.config\.mjs$/ },
];

/** Development uses the framework's entry, which supports hot module replacement. */
const clientEntry = {
  name: 'client entry',
  module: /core[\\/]lib[\\/]client[\\/]clientEntry\.js$/,
  replacement: `import ${JSON.stringify(source('client-entry/index.ts'))};`,
};

/** Changes to generated data that the server must have, too: otherwise it would render other pages than the browser. */
const generatedData: readonly { readonly name: string; readonly module: RegExp }[] = [
  {
    name: 'version metadata',
    module: /plugin-content-docs[\\/]default[\\/]p[\\/][^\\/]*\.json$/,
  },
  {
    name: 'page metadata',
    module: /plugin-content-docs[\\/]default[\\/]site-docs-[^\\/]*\.json$/,
  },
];

/**
 * In development, the framework's server serves the pages and this project's server handles all other requests.
 * @param backend URL of this project's server; without it, nothing is proxied
 * @param baseUrl base path of the site
 */
export function developmentProxy(backend: string | undefined, baseUrl: string): object {
  if (backend === undefined) return {};
  const belowBase = ['proxy/', 'sandbox/', 'mcp'].map((name) => baseUrl + name);
  const context = ['/1/', '/page-views', '/healthz', '/metrics', ...belowBase];
  // MQTT over WebSocket goes to the sandbox, too.
  return { devServer: { proxy: [{ context, target: backend, ws: true }] } };
}

/** Selects the module of a change by its file. */
const isModule =
  ({ module }: { readonly module: string }) =>
  (file: string) =>
    file.replaceAll(path.sep, '/').endsWith(`/node_modules/${module}`);

const isProduction = process.env.NODE_ENV === 'production';

/** Libraries of the framework with a smaller replacement in `src/framework`. */
const smallerModules = Object.fromEntries(
  Object.entries(replacedModules).map(([module, file]) => [module, source(file)]),
);

interface AssetRule {
  readonly test?: unknown;
  use?: unknown;
  type?: string;
  generator?: object;
}

/**
 * Writes fonts as files: the framework turns those below 10 kB into `data:` URLs, which the site's policy rejects.
 * @throws Error when the framework has no rule for fonts
 */
function writeFontFiles(rules: readonly unknown[]): void {
  const isFontRule = (rule: unknown): rule is AssetRule => {
    const { test } = (rule ?? {}) as AssetRule;
    return test instanceof RegExp && test.test('font.woff2');
  };
  const rule = rules.find(isFontRule);
  if (!rule) throw new Error('the framework has no rule for fonts');
  delete rule.use;
  rule.type = 'asset/resource';
  rule.generator = { filename: 'assets/fonts/[name].[contenthash:8][ext]' };
}

/** Changes to what the browser downloads, each with its reason. */
export default function bundle(context: LoadContext): Plugin {
  checkStubs();
  checkClientEntry();
  checkReactDom();
  const unused = unusedParts(context);
  unused.forEach((part) => checkUnusedPart(part));
  return {
    name: 'bundle',
    configureWebpack: (config, isServer) => {
      writeFontFiles(config.module?.rules ?? []);
      return {
        mergeStrategy: { 'optimization.minimizer': 'replace' },
        // The minifier keeps `::highlight()`, which it does not know.
        ignoreWarnings: [/'highlight' is not recognized as a valid pseudo-element/],
        ...developmentProxy(process.env.DEV_BACKEND, context.baseUrl),
        resolve: {
          alias: {
            // Fences are highlighted at build time; the theme still imports its highlighter (114 kB) unconditionally.
            'prism-react-renderer$': source('empty/prism-react-renderer.ts'),
            ...(isServer || !isProduction ? {} : smallerModules),
          },
        },
        module: {
          rules: [
            // The last rule comes first: a part can be changed for the server and replaced in the browser.
            ...unused
              .filter(({ isBrowserOnly }) => !(isServer && isBrowserOnly))
              .map((part) => changeRule(isModule(part), part)),
            ...frameworkChanges.map((change) => changeRule(isModule(change), change)),
            ...generatedData.map((change) => changeRule(change.module, change)),
            ...(isServer || !isProduction
              ? []
              : generatedModules.map((change) => changeRule(change.module, change))),
            ...(isServer || !isProduction
              ? []
              : [
                  changeRule(clientEntry.module, clientEntry),
                  changeRule(isModule(smallerReactDom), smallerReactDom),
                ]),
            {
              test: /@docusaurus[\\/]utils-common[\\/]/,
              resolve: { alias: { tslib$: source('empty/tslib.ts') } },
            },
          ],
        },
        ...(isServer ? {} : browserOnly(config.optimization?.minimizer ?? [])),
      };
    },
    postBuild({ head }) {
      checkHeads(Object.values(head));
      const changes = [
        ...frameworkChanges,
        ...generatedData,
        ...unused,
        ...generatedModules,
        clientEntry,
        smallerReactDom,
      ].filter(({ name }) => !applied.has(name));
      const missed = [
        ...changes.map(({ name }) => name),
        ...[onDemandStyles, shellParts, operationParts].flatMap(({ unmatched }) => unmatched()),
      ];
      if (missed.length > 0) throw new Error(`nothing in the bundle matches: ${missed.join(', ')}`);
    },
  };
}

type Head = Parameters<NonNullable<Plugin['postBuild']>>[0]['head'][string];

/**
 * Checks that page heads contain only elements that `src/framework/head.ts` manages. It does not manage the scripts of the
 * base-URL banner, which are needed only where the application does not start.
 * @throws Error when a page has another element in its head
 */
function checkHeads(heads: readonly Head[]): void {
  for (const { base, noscript, style, script } of heads) {
    const scripts = script.toString().split('<script').slice(1);
    const others = [base, noscript, style].map(String).join('');
    if (others !== '' || scripts.some((text) => !text.includes('insertBanner'))) {
      throw new Error(`src/framework/head.ts does not manage ${others}${scripts.join('')}`);
    }
  }
}

interface Change {
  readonly name: string;
  readonly edits?: FrameworkChange['edits'];
  readonly unusedFunctions?: FrameworkChange['unusedFunctions'];
  readonly replacement?: string;
}

/** Applies a change before all other loaders. */
function changeRule(test: RegExp | ((file: string) => boolean), change: Change): object {
  const { name, edits, unusedFunctions, replacement } = change;
  const options = { name, edits, unusedFunctions, replacement };
  return { test, enforce: 'pre', use: [{ loader: path.join(__dirname, 'loader.cjs'), options }] };
}

const cacheGroups = {
  // The framework puts all rules into one file. Rules of components that load on demand load with them.
  styles: { test: (module: Module) => !onDemandStyles.matches(module.identifier()) },
  // One file instead of seven small ones, which compress less well and arrive one after another.
  shell: {
    name: 'shell',
    test: (module: Module & { type?: string }) =>
      isShell(module) && !String(module.type).startsWith('css'),
    chunks: 'all' as const,
    enforce: true,
    priority: 45,
  },
  // Otherwise it would share a file with what all pages contain, such as code blocks.
  operation: {
    name: 'operation',
    test: (module: Module & { type?: string }) =>
      operationParts.matches(module.identifier()) && !String(module.type).startsWith('css'),
    chunks: 'async' as const,
    enforce: true,
    priority: 44,
  },
};

type BundlerOptions = Parameters<
  Extract<NonNullable<Plugin['configureWebpack']>, (...parameters: never[]) => unknown>
>[0];
type Minimizers = NonNullable<NonNullable<BundlerOptions['optimization']>['minimizer']>;

/**
 * Minifies for the browsers that the site supports, in several passes. The framework's minifier writes ECMAScript 5 and
 * makes one pass (1 kB compressed).
 * @throws Error when the framework has no minifier for scripts in first place
 */
function smallerScripts(minimizers: Minimizers): Minimizers {
  const [scripts, ...others] = minimizers;
  const Minimizer = scripts?.constructor as
    (new (options: object) => Minimizers[number] & object) | undefined;
  if (Minimizer?.name !== 'SwcJsMinimizerRspackPlugin') {
    throw new Error('the framework has another minifier for scripts');
  }
  const compress = { ecma: 2020, passes: 3, keep_fargs: false };
  const format = { ecma: 2020, comments: false };
  const options = { ecma: 2020, minify: true, module: true, mangle: true, compress, format };
  return [new Minimizer({ minimizerOptions: options }), ...others];
}

/** Settings for the browser bundle only. Names in file names would need a map in every page. */
const browserOnly = (minimizers: Minimizers) => ({
  output: {
    environment: { arrowFunction: true, const: true, destructuring: true, forOf: true },
    ...(isProduction && { chunkFilename: 'assets/js/[id].[contenthash:6].js' }),
  },
  optimization: {
    splitChunks: { cacheGroups },
    ...(isProduction && { minimizer: smallerScripts(minimizers) }),
  },
});
