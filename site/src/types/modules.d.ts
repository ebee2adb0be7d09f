/* Entry points of packages that have no types. */

declare module '@docsearch/react/modal' {
  export { DocSearchModal } from '@docsearch/react';
}

declare module '@docsearch/react/style';

declare module 'algoliasearch/dist/lite/builds/browser.js' {
  export { liteClient } from 'algoliasearch/lite';
}
