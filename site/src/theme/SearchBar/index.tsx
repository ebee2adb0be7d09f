/**
 * Replaces the theme's search bar, which preconnects to the hosted provider on every page and adds the provider's button and
 * key handling to the first load. This one is a button with a key listener; the dialog, its client and its styles load when
 * the reader is about to search.
 */
export { SearchButton as default } from '@site/src/features/search';
