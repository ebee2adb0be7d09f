'use strict';

/** A line of a loader's path, or of a stack trace outside the bundle, says nothing about the source. */
const noise =
  /^(?:Module \w[\w ]*\(from |\s*at .*(?:\(|\s)(?!webpack:)\S*:\d+:\d+\)?$|\s*at <anonymous>$)/;

/** @param {{ moduleName?: string, loc?: string, message: string }} problem */
function format({ moduleName, loc, message }) {
  const lines = message.split('\n').filter((line) => !noise.test(line));
  const place = [moduleName, loc].filter(Boolean).join(':');
  return [place, ...lines].join('\n').trim();
}

/**
 * Returns the errors and warnings of a compilation as text.
 * @param {{ errors: readonly object[], warnings: readonly object[] }} stats `stats.toJson('errors-warnings')` of Rspack
 */
module.exports = ({ errors, warnings }) => ({
  errors: errors.map(format),
  warnings: warnings.map(format),
});
