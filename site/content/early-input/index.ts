import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { buildSync } from 'esbuild';

/** Returns the source of the inline script. @throws Error when it does not compile */
function earlyScript(): string {
  const { outputFiles } = buildSync({
    entryPoints: [path.resolve(__dirname, '../../src/boot/early-input.ts')],
    bundle: true,
    charset: 'utf8',
    format: 'iife',
    minify: true,
    target: 'es2022',
    write: false,
  });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild returned no script');
  return file.text.trim();
}

/** Adds `src/boot/early-input` to the head of all pages: it must run before the reader can click. */
export default function earlyInput(): Plugin {
  return {
    name: 'early-input',
    getPathsToWatch: () => [path.resolve(__dirname, '../../src/boot/early-input.ts')],
    injectHtmlTags: () => ({
      headTags: [{ tagName: 'script', attributes: {}, innerHTML: earlyScript() }],
    }),
  };
}
