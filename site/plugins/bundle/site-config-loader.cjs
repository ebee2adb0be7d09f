/**
 * Bundler loader for the site's configuration, which every page downloads: removes what only the build reads (0.8 kB
 * compressed), mostly the colors of the theme's highlighter: fences are highlighted at build time.
 * @param {string} source the generated module
 */
module.exports = function siteConfigLoader(source) {
  const [head, json] = source.split(/(?<=^export default )/m);
  if (json === undefined) throw new Error('the generated site configuration has changed');
  const all = JSON.parse(json.trim().replace(/;$/, ''));
  const buildOnly = ['plugins', 'themes', 'presets', 'clientModules', 'staticDirectories'];
  const config = Object.fromEntries(
    Object.entries(all).filter(([name]) => !buildOnly.includes(name)),
  );
  delete config.themeConfig.blog;
  config.themeConfig.prism = { additionalLanguages: [] };
  siteConfigLoader.applied = true;
  return `${head}${JSON.stringify(config)};`;
};
