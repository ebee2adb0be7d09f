/** Edits that this build has applied, by the text that they replace. */
const applied = new Set();

/**
 * Bundler loader that makes one edit of `fixes.ts`. Options: the `name` of the fix, and the `before` and `after` of the edit.
 * @param {string} source text of the module
 * @throws Error unless the part occurs exactly once: the module has changed and the fix must be reviewed
 */
module.exports = function loader(source) {
  const { name, before, after } = this.getOptions();
  const parts = source.split(before);
  if (parts.length !== 2) {
    throw new Error(
      `the fix "${name}" no longer matches its module: found ${parts.length - 1} times: "${before}"`,
    );
  }
  applied.add(before);
  return parts.join(after);
};

module.exports.applied = applied;
