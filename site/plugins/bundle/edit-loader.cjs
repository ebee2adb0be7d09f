/** Names of the changes that were made in this build (see `framework-changes.ts`). */
const made = new Set();

/**
 * Bundler loader that replaces pieces of a module's source text.
 * @param {string} source JavaScript text
 * @throws Error when a piece is not there exactly once: the module has changed, and the change must be looked at again
 */
module.exports = function editLoader(source) {
  const { name, edits } = this.getOptions();
  const edited = edits.reduce((text, [before, after]) => {
    const parts = text.split(before);
    if (parts.length !== 2) {
      throw new Error(
        `"${name}" does not fit its module any more: ${parts.length - 1} times "${before}"`,
      );
    }
    return parts.join(after);
  }, source);
  made.add(name);
  return edited;
};

module.exports.made = made;
