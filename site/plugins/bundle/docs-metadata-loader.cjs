/**
 * Bundler loader for the docs plugin's route data, which holds the metadata of the version, and which every page downloads: leaves out the description of
 * each of the 85 pages (3 kB compressed). Only the theme's card lists read them, and this site has none.
 * @param {string} source JSON text
 */
module.exports = function docsMetadataLoader(source) {
  const route = JSON.parse(source);
  for (const doc of Object.values(route.version?.docs ?? {})) delete doc.description;
  return JSON.stringify(route);
};
