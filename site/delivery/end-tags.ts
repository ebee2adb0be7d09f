import { fromHtml } from '@anedya-docs/search/records';
import type { Nodes } from 'hast';

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
