import type { Element, ElementContent, Root, RootContent } from 'hast';
import { grammars } from './grammars';
import { createHighlighter } from './highlighter';

const highlight = createHighlighter(grammars);

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function languageOf(code: Element): string {
  const classes = code.properties.className;
  const list = Array.isArray(classes) ? classes.map(String) : [];
  return list.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? 'text';
}

/** `name="..."` pairs of a fence's meta string: a block's title, or the tab it is the content of. */
function metaOf(code: Element): Record<string, string> {
  const meta = code.properties.metastring;
  const pairs = (typeof meta === 'string' ? meta : '').matchAll(/(title|sample|label)="([^"]*)"/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

function rewrite(pre: Element): void {
  const code = pre.children[0];
  if (code?.type !== 'element' || code.tagName !== 'code') return;
  const language = languageOf(code);
  const source = textOf(code).replace(/\n$/, '');
  pre.properties = { language, html: highlight(source, language), ...metaOf(code) };
  pre.children = [];
}

function visit(node: Root | RootContent): void {
  if (node.type === 'element' && node.tagName === 'pre') rewrite(node);
  else if ('children' in node) node.children.forEach((child) => visit(child));
}

/**
 * Rehype plugin: replaces every fenced block by a `pre` that carries its highlighted HTML as one string. The theme's
 * own highlighter would ship 114 kB of JavaScript to do the same in the browser.
 */
export default function rehypeHighlightedCode() {
  return (tree: Root): void => visit(tree);
}
