/**
 * Bundler loader for the docs plugin's version metadata, which every page downloads: removes the descriptions of the 85
 * pages (3 kB compressed). Only the theme's card lists read them, and this site has none.
 * @param {string} source JSON text
 * @throws Error when there are no descriptions
 */
module.exports = function docsMetadataLoader(source) {
  const route = JSON.parse(source);
  const docs = Object.values(route.version?.docs ?? {});
  if (!docs.some((doc) => typeof doc.description === 'string')) {
    throw new Error(
      "the docs plugin's version metadata has changed: it has no page descriptions; update docs-metadata-loader.cjs",
    );
  }
  for (const doc of docs) delete doc.description;
  docsMetadataLoader.applied = true;
  return JSON.stringify(route);
};
