/**
 * Bundler loader for the framework's chunk registry, which every page downloads: leaves out the source path of each
 * entry. Only the static rendering reads it, and that has a bundle of its own.
 * @param {string} source JavaScript text
 */
module.exports = function registryLoader(source) {
  return source.replaceAll(/(\),) "@[^"]+", (require\.resolveWeak)/g, '$1 "", $2');
};
