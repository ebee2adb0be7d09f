import { HtmlFile } from './html-file';

/** The color mode of `docusaurus.config.ts`, for readers without scripts (docs/behavior.md, section 4). */
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
export function setDefaultMode(page: HtmlFile): void {
  const [html, ...others] = page.find('html');
  if (!html || others.length > 0 || html.attributes.has('data-theme')) {
    throw new Error('no <html> without a color mode found: the page template has changed');
  }
  page.insert(html.start + '<html'.length, ` ${attribute}`);
  if (!page.replaceText(choice, knownChoice)) {
    throw new Error('the script that sets the color mode has changed');
  }
}

/**
 * Removes the elements with the URL of a page that has none: the framework writes `/404.html/` into the not-found page, which is
 * not the URL of any page.
 * @param html of the page
 */
export function withoutAddress(html: string): string {
  const page = new HtmlFile(html);
  const elements = [
    ...page.find('link', { rel: 'canonical' }),
    ...page.find('link', { rel: 'alternate' }),
    ...page.find('meta', { property: 'og:url' }),
  ];
  for (const element of elements) page.replace(element, '');
  return page.toString();
}

/** Elements whose end tags the minifier omits. The page ends with `html` and `body`, so theirs make no difference. */
const omittable = new Set(
  'p li dt dd tr td th thead tbody tfoot colgroup option optgroup'.split(' '),
);

/**
 * Adds the end tags that the framework's minifier omits, such as `</p>` and `</li>` (about 40 bytes of a compressed page).
 * Browsers imply them (HTML, 13.1.2.4), but simple parsers do not, and programs that read a page with one lose its structure.
 */
export function addEndTags(page: HtmlFile): void {
  // An inner element starts later than the outer one that ends at the same offset.
  const open = page.elements.filter(({ name, isClosed }) => omittable.has(name) && !isClosed);
  for (const { name, end } of open.toReversed()) page.insert(end, `</${name}>`);
}
