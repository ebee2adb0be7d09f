import type { Element } from 'hast';
import { hasClass, hasModuleClass } from './element.ts';

const tags = new Set([
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

/** Mobile table of contents, programs in several languages, links to headings, and "warning" above an admonition. */
const classes = ['theme-doc-toc-mobile', 'samples', 'hash-link'];

/** Parts of an article that hold nothing to find: they repeat on every page, or programs stand in them. */
export function isFurniture(element: Element): boolean {
  return (
    tags.has(element.tagName) ||
    classes.some((name) => hasClass(element, name)) ||
    hasModuleClass(element, 'admonitionHeading')
  );
}
