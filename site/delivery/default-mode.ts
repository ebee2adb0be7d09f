/** The colour mode of `docusaurus.config.ts`, for readers without scripts (specification, section 4). */
const attribute = 'data-theme=dark';

/**
 * Gives a page the default colour mode, which the framework leaves to a script alone. That script still sets the reader's
 * own before the first paint.
 * @throws Error when the page does not begin as expected, or has a mode: the framework's template has changed
 */
export function withDefaultMode(html: string): string {
  const [start = '', ...rest] = html.split(/(?<=<html)(?=[ >])/);
  if (rest.length !== 1 || /^[^>]*data-theme=/.test(rest[0] ?? '')) {
    throw new Error('no <html> without a colour mode found: the page template has changed');
  }
  return `${start} ${attribute}${rest[0]}`;
}
