/** The color mode of `docusaurus.config.ts`, for readers without scripts (specification, section 4). */
const attribute = 'data-theme=dark';

/**
 * How the framework's script selects the mode: it uses any stored text, and `undefined` if storage is blocked. Neither the
 * styles nor the toggle support such a mode.
 */
const choice = 'null!==e?e:"dark"';
const knownChoice = '"light"===e?e:"dark"';

/**
 * Sets the default color mode in the HTML of a page; the framework sets it only in a script. The script still sets the
 * reader's mode before the first paint, if it is light or dark.
 * @throws Error if the page does not start as expected, has a mode, or selects one in another way: the framework's template has changed
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
