import type { Element, ElementContent, Root, RootContent } from 'hast';
import { grammars } from './grammars';
import { createHighlighter } from './highlighter';
import { linesOfLongProgram } from './long-programs';

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

/** Attributes (`name="..."`) in the meta string of a fence: the title of a block, or its tab. */
function metaOf(code: Element): Record<string, string> {
  const meta = code.properties.metastring;
  const pairs = (typeof meta === 'string' ? meta : '').matchAll(/(title|sample|label)="([^"]*)"/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

/** Names of the languages that fences without a title are in. */
const languageTitles: Readonly<Record<string, string>> = {
  bash: 'Terminal',
  diff: 'Change',
  json: 'JSON',
  javascript: 'JavaScript',
  python: 'Python',
  text: 'Text',
};

/**
 * What a block is for, when its fence has no title: a request, a response, or else its language. JSON right after a shell
 * command is what the command prints.
 */
function titleOf(language: string, source: string, meta: string, previous: unknown): string {
  if (/\brequest\b/.test(meta)) return 'Request';
  if (/\bresponse\b/.test(meta)) return 'Response';
  if (meta.includes('pushed=')) return 'Message';
  if (language === 'bash' && /^(?:\w+=\$\()?curl\b/m.test(source)) return 'Request';
  if (language === 'json' && previous === 'bash') return 'Response';
  return languageTitles[language] ?? language;
}

/** @param previous language of the block right before this one */
function rewrite(pre: Element, previous: unknown): void {
  const code = pre.children[0];
  if (code?.type !== 'element' || code.tagName !== 'code') return;
  const language = languageOf(code);
  const source = textOf(code).replace(/\n$/, '');
  const meta = code.properties.metastring;
  const title = titleOf(language, source, typeof meta === 'string' ? meta : '', previous);
  const lines = linesOfLongProgram(language, source);
  pre.properties = {
    language,
    title,
    html: highlight(source, language),
    ...(lines !== undefined && { lines }),
    ...metaOf(code),
  };
  pre.children = [];
}

function visit(node: Root | RootContent): void {
  if (!('children' in node)) return;
  let previous: Element | undefined;
  for (const child of node.children) {
    if (child.type === 'element' && child.tagName === 'pre')
      rewrite(child, previous?.properties.language);
    else visit(child);
    if (child.type !== 'text') previous = child.type === 'element' ? child : undefined;
  }
}

/**
 * Rehype plugin: replaces every fenced block with a `pre` that contains its highlighted HTML as one string. The theme's
 * highlighter would do the same in the browser with 114 kB of JavaScript.
 */
export default function rehypeHighlightedCode() {
  return (tree: Root): void => visit(tree);
}
