import { fromHtml } from '@anedya-docs/search/records';
import type { Nodes } from 'hast';

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
    throw new Error('no <html> without a color mode found: the page template has changed');
  }
  const pieces = `${start} ${attribute}${rest[0]}`.split(choice);
  if (pieces.length !== 2) throw new Error('the script that sets the color mode has changed');
  return pieces.join(knownChoice);
}

/** Elements whose end tags the minifier omits. The page ends with `html` and `body`, so theirs make no difference. */
const omittable = new Set(
  'p li dt dd tr td th thead tbody tfoot colgroup option optgroup'.split(' '),
);

interface EndTag {
  readonly offset: number;
  /** Start of the element, which orders end tags at the same offset. */
  readonly start: number;
  readonly name: string;
}

/** End tags that the source of a page omits. */
function omittedEndTags(node: Nodes): EndTag[] {
  const inner = 'children' in node ? node.children.flatMap(omittedEndTags) : [];
  if (node.type !== 'element' || !omittable.has(node.tagName)) return inner;
  const tags = node.data?.position;
  const start = node.position?.start.offset;
  const offset = node.position?.end.offset;
  // Elements that the parser has added are not in the source.
  if (!tags?.opening || tags.closing || start === undefined || offset === undefined) return inner;
  return [...inner, { offset, start, name: node.tagName }];
}

/**
 * Adds the end tags that the framework's minifier omits, such as `</p>` and `</li>` (about 40 bytes of a compressed page).
 * Browsers imply them (HTML, 13.1.2.4), but simple parsers do not, and programs that read a page with one lose its structure.
 */
export function withEndTags(html: string): string {
  const tags = omittedEndTags(fromHtml(html, { verbose: true }));
  // An inner element starts later than the outer one that ends at the same offset.
  tags.sort((a, b) => a.offset - b.offset || b.start - a.start);
  let from = 0;
  const pieces = tags.map(({ offset, name }) => {
    const piece = `${html.slice(from, offset)}</${name}>`;
    from = offset;
    return piece;
  });
  return pieces.join('') + html.slice(from);
}
