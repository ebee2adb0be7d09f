import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { inlineScript } from '../../delivery/inline-script';

const file = 'boot/early-input.ts';

/** Adds `src/boot/early-input` to the head of all pages: it must run before the reader can click. */
export default function earlyInput(): Plugin {
  return {
    name: 'early-input',
    getPathsToWatch: () => [path.resolve(__dirname, '../../src', file)],
    injectHtmlTags: () => ({
      headTags: [{ tagName: 'script', attributes: {}, innerHTML: inlineScript(file) }],
    }),
  };
}
