import type { Element } from 'hast';
import type { FieldBlock } from './block.ts';
import { childElements, hasClass, idOf, plainText } from './element.ts';
import { isFurniture } from './furniture.ts';

/** What the `Field` and `Code` components of the site render. */
export function isField(element: Element): boolean {
  return element.tagName === 'li' && hasClass(element, 'field');
}

/** The fields inside are a list of their own. */
const isNested = (element: Element) => hasClass(element, 'fields__nested');

export function fieldBlock(element: Element): FieldBlock {
  const parts = childElements(element).filter((part) => !isNested(part));
  const head = parts.find((part) => hasClass(part, 'field__head'));
  const name = head && childElements(head).find((part) => hasClass(part, 'field__name'));
  return {
    kind: 'field',
    name: name ? plainText([name], isFurniture) : '',
    text: parts
      .map((part) => plainText([part], isFurniture))
      .filter((text) => text !== '')
      .join(' '),
    anchor: idOf(element),
  };
}

/** Elements that hold the fields inside a field. */
export function nestedFields(element: Element): Element[] {
  return childElements(element).filter(isNested);
}
