import path from 'node:path';
import type { Plugin } from '@docusaurus/types';

const source = (file: string) => path.resolve(__dirname, '../../src', file);

/** True for the search dialog's own stylesheet. */
function isDialogStyle(module: { identifier(): string }): boolean {
  return /@docsearch|SearchDialog/.test(module.identifier());
}

/**
 * In development the framework's server shows the pages and this project's server answers everything else.
 * @param backend address of the latter; without it there is nothing to hand on
 */
function developmentProxy(backend: string | undefined): object {
  if (backend === undefined) return {};
  const context = ['/1/', '/page-views', '/healthz', '/metrics'];
  return { devServer: { proxy: [{ context, target: backend }] } };
}

/** Changes to what the browser downloads, each with its reason. */
export default function bundle(): Plugin {
  return {
    name: 'bundle',
    configureWebpack: () => ({
      ...developmentProxy(process.env.DEV_BACKEND),
      resolve: {
        alias: {
          // Fences are highlighted at build time; the theme still imports its highlighter (114 kB) unconditionally.
          'prism-react-renderer$': source('empty/prism-react-renderer.ts'),
          // The theme's search page takes no host: it gets the site's own client under the library's name.
          'algoliasearch/lite$': source('search/lite-client.ts'),
        },
      },
      optimization: {
        splitChunks: {
          cacheGroups: {
            // The framework puts every rule into one file; the search dialog's load with the dialog.
            styles: { test: (module: { identifier(): string }) => !isDialogStyle(module) },
          },
        },
      },
    }),
  };
}
