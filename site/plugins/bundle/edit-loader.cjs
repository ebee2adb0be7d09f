/** Framework changes (`framework-changes.ts`) that were applied in this build. */
const made = new Set();

/**
 * Bundler loader that replaces parts of a module's source.
 * @param {string} source JavaScript text
 * @throws Error unless each part occurs exactly once: the module has changed and the replacement must be reviewed
 */
module.exports = function editLoader(source) {
  const { name, edits } = this.getOptions();
  const edited = edits.reduce((text, [before, after]) => {
    const parts = text.split(before);
    if (parts.length !== 2) {
      throw new Error(
        `"${name}" no longer matches its module: found ${parts.length - 1} times: "${before}"`,
      );
    }
    return parts.join(after);
  }, source);
  made.add(name);
  return edited;
};

module.exports.made = made;
