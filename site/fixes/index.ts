import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { fixes } from './fixes';
import { applied } from './loader.cjs';

const edits = fixes.flatMap(({ name, edits: parts }) => parts.map((edit) => ({ name, ...edit })));

/** Applies the fixes of published code, in the bundles of the server and of the browser. */
export default function publishedCodeFixes(): Plugin {
  return {
    name: 'fixes',
    configureWebpack: () => ({
      module: {
        rules: edits.map(({ module, ...options }) => ({
          test: (file: string) =>
            file.replaceAll(path.sep, '/').endsWith(`/node_modules/${module}`),
          enforce: 'pre' as const,
          use: [{ loader: path.join(__dirname, 'loader.cjs'), options }],
        })),
      },
    }),
    postBuild() {
      const missed = edits.filter(({ before }) => !applied.has(before));
      if (missed.length > 0) {
        const list = missed.map(({ name, module }) => `${name} (${module})`);
        throw new Error(`nothing in the bundle matches the fix: ${list.join(', ')}`);
      }
    },
  };
}
