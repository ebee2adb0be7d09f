import type { Element, ElementContent } from 'hast';
import type { Block } from './block.ts';
import { childElements, hasClass, hasModuleClass, idOf, isElement, plainText } from './element.ts';
import { fieldBlock, isField, nestedFields } from './field-block.ts';
import { isFurniture } from './furniture.ts';

const headings = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]));
/** Elements whose text is one record. */
const texts = new Set(['p', 'figcaption', 'dt', 'dd', 'caption']);
/** Parts of a list item or a summary that are records of their own. */
const inside = new Set(['p', 'ul', 'ol', 'dl', 'table', 'details', 'pre', 'div', 'figure']);

const isInside = (node: ElementContent) =>
  node.type === 'element' &&
  (inside.has(node.tagName) || headings.has(node.tagName) || node.tagName === 'blockquote');

/** Whether nothing but punctuation stands outside elements of one kind. */
function holdsOnly(nodes: readonly ElementContent[], isKind: (part: Element) => boolean): boolean {
  const others = plainText(nodes, (part) => isKind(part) || isFurniture(part));
  return others.replace(/[\s\p{P}]/gu, '') === '';
}

/** Whether a link leads to a page of the site, not to a file or elsewhere. */
function leadsToPage(link: Element): boolean {
  const { href } = link.properties;
  return typeof href === 'string' && /^[^:]*\/(?:#.*)?$|^#/.test(href);
}

/** Links to pages alone say where to go on, and what they name is found there; bold letters alone label what follows. */
function saysNothing(nodes: readonly ElementContent[]): boolean {
  return (
    holdsOnly(nodes, (part) => part.tagName === 'strong') ||
    holdsOnly(nodes, (part) => part.tagName === 'a' && leadsToPage(part))
  );
}

/** Title of a code block, where somebody wrote one: `bash` and `main.go` say nothing. */
function captionOf(bar: Element): string | null {
  const title = childElements(bar).find((part) => hasModuleClass(part, 'title'));
  const text = title ? plainText([title], isFurniture) : '';
  return text.includes(' ') ? text : null;
}

/** Pieces of an article that can be found, in order. */
export function blocksOf(article: Element): Block[] {
  const blocks: Block[] = [];

  const text = (nodes: readonly ElementContent[], anchor: string | null) => {
    if (saysNothing(nodes)) return;
    blocks.push({ kind: 'text', text: plainText(nodes, isFurniture), anchor });
  };

  const row = (element: Element, anchor: string | null) => {
    const cells = childElements(element).map((cell) => plainText([cell], isFurniture));
    const said = cells.filter((cell) => cell !== '').join(' · ');
    if (said !== '') blocks.push({ kind: 'text', text: said, anchor });
  };

  const visit = (element: Element, around: string | null): void => {
    if (isFurniture(element)) return;
    const level = headings.get(element.tagName);
    const anchor = idOf(element) ?? around;
    if (level !== undefined) {
      const heading = plainText(element.children, isFurniture);
      if (heading !== '') blocks.push({ kind: 'heading', level, text: heading, anchor });
    } else if (isField(element)) {
      blocks.push(fieldBlock(element));
      nestedFields(element).forEach((nested) => visit(nested, null));
    } else if (hasModuleClass(element, 'bar')) {
      const caption = captionOf(element);
      if (caption !== null) blocks.push({ kind: 'text', text: caption, anchor });
    } else if (hasClass(element, 'endpoint')) {
      const parts = childElements(element).map((part) => plainText([part], isFurniture));
      blocks.push({ kind: 'text', text: parts.filter(Boolean).join(' '), anchor });
    } else if (texts.has(element.tagName)) {
      text(element.children, anchor);
    } else if (element.tagName === 'tr') {
      row(element, anchor);
    } else if (element.tagName === 'li' || element.tagName === 'summary') {
      if (element.tagName === 'li')
        text(
          element.children.filter((node) => !isInside(node)),
          anchor,
        );
      visitAll(element.children.filter(isInside), anchor);
    } else if (element.tagName !== 'thead') {
      visitAll(element.children, anchor);
    }
  };

  const visitAll = (nodes: readonly ElementContent[], around: string | null) =>
    nodes.filter(isElement).forEach((child) => visit(child, around));

  visitAll(article.children, null);
  return blocks;
}
