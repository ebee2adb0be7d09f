/**
 * Bundler loader that tells the bundler which files a page is derived from, and returns the page unchanged. Option:
 * `sourcesOf`, which returns these files.
 * @param {string} page MDX
 */
module.exports = function loader(page) {
  for (const file of this.getOptions().sourcesOf(this.resourcePath, page)) this.addDependency(file);
  return page;
};
