/**
 * Our own search bar instead of the theme's: that one preconnects to the hosted provider on every page and ships the
 * provider's button and key handling with the first load. This one is a button and a key listener; the dialog, its
 * client and its styles load when the reader reaches for them.
 */
export { default } from '@site/src/components/SearchButton';
