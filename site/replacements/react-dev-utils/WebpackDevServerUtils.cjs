'use strict';

/**
 * Returns the address that the development server prints.
 * @param {'http' | 'https'} protocol
 * @param {string} host address to listen on; `0.0.0.0` and `::` are all addresses
 * @param {number} port
 */
exports.prepareUrls = (protocol, host, port) => {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return { localUrlForBrowser: `${protocol}://${name}:${port}/` };
};
