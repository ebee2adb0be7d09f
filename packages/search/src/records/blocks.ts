import type { Element, ElementContent, Nodes } from 'hast';

function classesOf(element: Element): string[] {
  const { className } = element.properties;
  return Array.isArray(className) ? className.map(String) : [];
}

function hasClass(element: Element, name: string): boolean {
  return classesOf(element).includes(name);
}

/** Whether an element has a class of a CSS module, which ends in a hash: `bar_YlmJ` for `bar`. */
function hasModuleClass(element: Element, name: string): boolean {
  return classesOf(element).some((own) => own.startsWith(`${name}_`));
}

function idOf(element: Element): string | null {
  const { id } = element.properties;
  return typeof id === 'string' && id !== '' ? id : null;
}

function isElement(node: Nodes): node is Element {
  return node.type === 'element';
}

/** Returns the child elements in order. */
function childElements(element: Element): Element[] {
  return element.children.filter(isElement);
}

/**
 * Returns the visible text of nodes, with single spaces and none at the ends.
 * @param isExcluded whether an element is left out
 */
function plainText(
  nodes: readonly ElementContent[],
  isExcluded: (element: Element) => boolean = isBoilerplate,
): string {
  const parts: string[] = [];
  const visit = (node: ElementContent) => {
    if (node.type === 'text') parts.push(node.value);
    if (node.type !== 'element' || isExcluded(node)) return;
    if (node.tagName === 'br') parts.push(' ');
    node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return parts
    .join('')
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const boilerplateTags = new Set([
  'aside',
  'button',
  'footer',
  'math',
  'nav',
  'noscript',
  'pre',
  'script',
  'style',
  'svg',
  'template',
]);

/** Mobile table of contents, code samples and the note below them, heading links; the label of an admonition is a CSS module class. */
const boilerplateClasses = ['theme-doc-toc-mobile', 'samples', 'samples__note', 'hash-link'];

/** Whether an element is page boilerplate, which repeats on every page, or code: neither is searchable. */
function isBoilerplate(element: Element): boolean {
  return (
    boilerplateTags.has(element.tagName) ||
    boilerplateClasses.some((name) => hasClass(element, name)) ||
    hasModuleClass(element, 'admonitionHeading')
  );
}

/** A part of an article that becomes one record. */
export type Block = HeadingBlock | FieldBlock | TextBlock;

/** Levels run from 1 for the title to 6; a field counts as a heading one level below the one above it. */
interface HeadingBlock {
  readonly kind: 'heading';
  readonly level: number;
  readonly text: string;
  readonly anchor: string | null;
}

/** A field of a body, or a response code. */
interface FieldBlock {
  readonly kind: 'field';
  /** Path such as `policy.allow[]`, or a code such as `node::nodenotfound`. */
  readonly name: string;
  /** Name, type and description, without nested fields. */
  readonly text: string;
  readonly anchor: string | null;
}

interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  /** Of the element or an ancestor; `null` when only the heading above has one. */
  readonly anchor: string | null;
}

/** Whether an element was rendered by the `Field` or `Code` component of the site. */
function isField(element: Element): boolean {
  return element.tagName === 'li' && hasClass(element, 'field');
}

/** Nested fields are a list inside a field. */
const isNested = (element: Element) => hasClass(element, 'fields__nested');

function fieldBlock(element: Element): FieldBlock {
  const parts = childElements(element).filter((part) => !isNested(part));
  const head = parts.find((part) => hasClass(part, 'field__head'));
  const name = head && childElements(head).find((part) => hasClass(part, 'field__name'));
  return {
    kind: 'field',
    name: name ? plainText([name]) : '',
    text: parts
      .map((part) => plainText([part]))
      .filter((text) => text !== '')
      .join(' '),
    anchor: idOf(element),
  };
}

/** Returns the elements that contain nested fields. */
function nestedFields(element: Element): Element[] {
  return childElements(element).filter(isNested);
}

const headings = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]));
/** Elements whose text is one record. */
const textTags = new Set(['p', 'figcaption', 'dt', 'dd', 'caption']);
/** Elements inside a list item or a summary that are separate records. */
const nestedTags = new Set(['p', 'ul', 'ol', 'dl', 'table', 'details', 'pre', 'div', 'figure']);

const isSeparate = (node: ElementContent) =>
  node.type === 'element' &&
  (nestedTags.has(node.tagName) || headings.has(node.tagName) || node.tagName === 'blockquote');

/** Whether nodes contain only elements of one kind and punctuation. */
function containsOnly(
  nodes: readonly ElementContent[],
  isKind: (part: Element) => boolean,
): boolean {
  const others = plainText(nodes, (part) => isKind(part) || isBoilerplate(part));
  return others.replace(/[\s\p{P}]/gu, '') === '';
}

/** Whether a link target is a page of the site, not a file or another site. */
function isPageLink(link: Element): boolean {
  const { href } = link.properties;
  return typeof href === 'string' && /^[^:]*\/(?:#.*)?$|^#/.test(href);
}

/** Whether nodes are only page links, whose targets are searchable themselves, or only a bold label of what follows. */
function isOnlyLinksOrLabel(nodes: readonly ElementContent[]): boolean {
  return (
    containsOnly(nodes, (part) => part.tagName === 'strong') ||
    containsOnly(nodes, (part) => part.tagName === 'a' && isPageLink(part))
  );
}

/** Returns the title of a code block, unless it is only a language or file name such as `bash` or `main.go`. */
function captionOf(bar: Element): string | null {
  const title = childElements(bar).find((part) => hasModuleClass(part, 'title'));
  const text = title ? plainText([title]) : '';
  return text.includes(' ') ? text : null;
}

/** Returns the searchable blocks of an article in order. */
export function blocksOf(article: Element): Block[] {
  const blocks: Block[] = [];

  const text = (nodes: readonly ElementContent[], anchor: string | null) => {
    if (isOnlyLinksOrLabel(nodes)) return;
    blocks.push({ kind: 'text', text: plainText(nodes), anchor });
  };

  const row = (element: Element, anchor: string | null) => {
    const cells = childElements(element).map((cell) => plainText([cell]));
    const content = cells.filter((cell) => cell !== '').join(' · ');
    if (content !== '') blocks.push({ kind: 'text', text: content, anchor });
  };

  const visit = (element: Element, parentAnchor: string | null): void => {
    if (isBoilerplate(element)) return;
    const level = headings.get(element.tagName);
    const anchor = idOf(element) ?? parentAnchor;
    if (level !== undefined) {
      const heading = plainText(element.children);
      if (heading !== '') blocks.push({ kind: 'heading', level, text: heading, anchor });
    } else if (isField(element)) {
      blocks.push(fieldBlock(element));
      nestedFields(element).forEach((nested) => visit(nested, null));
    } else if (hasModuleClass(element, 'bar')) {
      const caption = captionOf(element);
      if (caption !== null) blocks.push({ kind: 'text', text: caption, anchor });
    } else if (hasClass(element, 'endpoint')) {
      const parts = childElements(element).map((part) => plainText([part]));
      blocks.push({ kind: 'text', text: parts.filter(Boolean).join(' '), anchor });
    } else if (textTags.has(element.tagName)) {
      // A caption can have a list.
      text(
        element.children.filter((node) => !isSeparate(node)),
        anchor,
      );
      visitAll(element.children.filter(isSeparate), anchor);
    } else if (element.tagName === 'tr') {
      row(element, anchor);
    } else if (element.tagName === 'li' || element.tagName === 'summary') {
      if (element.tagName === 'li')
        text(
          element.children.filter((node) => !isSeparate(node)),
          anchor,
        );
      visitAll(element.children.filter(isSeparate), anchor);
    } else if (element.tagName !== 'thead') {
      visitAll(element.children, anchor);
    }
  };

  const visitAll = (nodes: readonly ElementContent[], parentAnchor: string | null) =>
    nodes.filter(isElement).forEach((child) => visit(child, parentAnchor));

  visitAll(article.children, null);
  return blocks;
}
