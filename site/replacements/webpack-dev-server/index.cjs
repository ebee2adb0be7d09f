'use strict';

/** Docusaurus loads this class for each of its commands; only `npm run dev` creates one, and installs the package. */
module.exports = function DevelopmentServer(...args) {
  const Server = require('docusaurus-dev-server');
  return new Server(...args);
};
