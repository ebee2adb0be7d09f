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

/** Elements among the children, in order. */
export function childElements(element: Element): Element[] {
  return element.children.filter(isElement);
}

/** Text of nodes as a reader sees it: one space where there is white space or a line break, none at the ends. */
export function plainText(
  nodes: readonly ElementContent[],
  leaveOut: (element: Element) => boolean,
): string {
  const parts: string[] = [];
  const visit = (node: ElementContent) => {
    if (node.type === 'text') parts.push(node.value);
    if (node.type !== 'element' || leaveOut(node)) return;
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
