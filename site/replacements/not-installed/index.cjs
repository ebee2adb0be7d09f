'use strict';

/**
 * Throws: the settings that need this package are not those of this site (`experimental_faster` in `docusaurus.config.ts`).
 */
module.exports = function notInstalled() {
  throw new Error(
    'This package is not installed: see site/replacements/README.md, and remove it from `overrides` in package.json to use it',
  );
};
