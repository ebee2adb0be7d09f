/** The color mode of `docusaurus.config.ts`, for readers without scripts (specification, section 4). */
const attribute = 'data-theme=dark';

/**
 * How the framework's script chooses: whatever is stored, and the word `undefined` where storage is blocked. Neither the
 * styles nor the toggle know such a mode.
 */
const choice = 'null!==e?e:"dark"';
const knownChoice = '"light"===e?e:"dark"';

/**
 * Gives a page the default color mode, which the framework leaves to a script alone. That script still sets the reader's
 * own before the first paint, if it is light or dark.
 * @throws Error when the page does not begin as expected, has a mode, or chooses one in another way: the framework's template has changed
 */
export function withDefaultMode(html: string): string {
  const [start = '', ...rest] = html.split(/(?<=<html)(?=[ >])/);
  if (rest.length !== 1 || /^[^>]*data-theme=/.test(rest[0] ?? '')) {
    throw new Error('no <html> without a colour mode found: the page template has changed');
  }
  const pieces = `${start} ${attribute}${rest[0]}`.split(choice);
  if (pieces.length !== 2) throw new Error('the script that sets the color mode has changed');
  return pieces.join(knownChoice);
}
