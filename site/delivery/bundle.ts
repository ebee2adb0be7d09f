import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';

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

/**
 * More than half of all pages are operations, so the framework's group for common code would load what only they need on every page.
 * Both groups are smaller than the bundler's minimum.
 */
const cacheGroups = {
  common: { minSize: 0 },
  operations: {
    test: /[\\/]features[\\/](?:request-runner|operation-fields)[\\/]/,
    name: 'operations',
    minChunks: 10,
    minSize: 0,
    priority: 41,
  },
};

/** Settings of the bundler. */
export default function bundle({ baseUrl }: LoadContext): Plugin {
  return {
    name: 'bundle',
    configureWebpack: (config, isServer) => {
      writeFontFiles(config.module?.rules ?? []);
      // Development uses the framework's entry, which supports hot module replacement.
      const isBrowserBuild = !isServer && process.env.NODE_ENV === 'production';
      return {
        ...(isBrowserBuild && {
          entry: path.resolve(__dirname, '../src/boot/index.ts'),
          optimization: { splitChunks: { cacheGroups } },
        }),
        // The minifier keeps `::highlight()`, which it does not know.
        ignoreWarnings: [/'highlight' is not recognized as a valid pseudo-element/],
        ...developmentProxy(process.env.DEV_BACKEND, baseUrl),
      };
    },
  };
}
