/**
 * Bundler loader for the theme's colour-mode context. With `respectPrefersColorScheme: false` it still drops the
 * reader's stored choice when the system changes between light and dark, unless the switch is disabled too. The
 * specification (section 4) keeps the choice, so the listener is left out whenever the system is not followed.
 * @param {string} source JavaScript text
 */
module.exports = function colourModeLoader(source) {
  const condition = 'disableSwitch && !respectPrefersColorScheme';
  if (!source.includes(condition))
    throw new Error('the theme’s colour mode has changed: see this loader');
  return source.replace(condition, '!respectPrefersColorScheme');
};
