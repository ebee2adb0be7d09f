const weakReference = /(\),) "@[^"]+", (require\.resolveWeak)/g;

/**
 * Bundler loader for the framework's chunk registry, which every page downloads: removes the source path of each entry.
 * Only static rendering reads it, and that uses another bundle.
 * @param {string} source JavaScript text
 * @throws Error when an entry has another form
 */
module.exports = function registryLoader(source) {
  const entries = source.split('require.resolveWeak').length - 1;
  const found = [...source.matchAll(weakReference)].length;
  if (entries === 0 || found !== entries) {
    throw new Error(
      `the framework's chunk registry has changed: ${found} of ${entries} entries match; update registry-loader.cjs`,
    );
  }
  registryLoader.applied = true;
  return source.replaceAll(weakReference, '$1 "", $2');
};
