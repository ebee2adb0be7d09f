import type { Element, ElementContent, Nodes } from 'hast';

function classesOf(element: Element): string[] {
  const { className } = element.properties;
  return Array.isArray(className) ? className.map(String) : [];
}

export function hasClass(element: Element, name: string): boolean {
  return classesOf(element).includes(name);
}

/** Whether an element has a class of a CSS module, which ends in a hash: `bar_YlmJ` for `bar`. */
export function hasModuleClass(element: Element, name: string): boolean {
  return classesOf(element).some((own) => own.startsWith(`${name}_`));
}

export function idOf(element: Element): string | null {
  const { id } = element.properties;
  return typeof id === 'string' && id !== '' ? id : null;
}

export function isElement(node: Nodes): node is Element {
  return node.type === 'element';
}

/** Returns the child elements in order. */
export function childElements(element: Element): Element[] {
  return element.children.filter(isElement);
}

/**
 * Returns the visible text of nodes, with single spaces and none at the ends.
 * @param isExcluded whether an element is left out
 */
export function plainText(
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

/** Mobile table of contents, code samples, heading links; the label of an admonition is a CSS module class. */
const boilerplateClasses = ['theme-doc-toc-mobile', 'samples', 'hash-link'];

/** Whether an element is page boilerplate, which repeats on every page, or code: neither is searchable. */
export function isBoilerplate(element: Element): boolean {
  return (
    boilerplateTags.has(element.tagName) ||
    boilerplateClasses.some((name) => hasClass(element, name)) ||
    hasModuleClass(element, 'admonitionHeading')
  );
}
