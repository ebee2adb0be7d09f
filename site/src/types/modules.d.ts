/* Entry points of packages that have no types. */

declare module '@docsearch/react/modal' {
  export { DocSearchModal } from '@docsearch/react';
}

declare module '@docsearch/react/style';

declare module 'algoliasearch/dist/lite/builds/browser.js' {
  export { liteClient } from 'algoliasearch/lite';
}

declare module '@generated/browser-sandbox/default/worker.json' {
  /** URL path of the worker that runs the sandbox in the browser. */
  export const url: string;
}
