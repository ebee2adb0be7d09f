import type { ListItem, Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import type { VFile } from 'vfile';
import { glossaryPath, termAnchor, terms, type Term } from './terms';

/** Where a term is no plain word of a sentence: code, links, headings, labels in bold, tables and components. */
const closed = new Set([
  'link',
  'heading',
  'strong',
  'table',
  'mdxJsxTextElement',
  'mdxJsxFlowElement',
]);

const written = terms.flatMap((term) =>
  [term.name, ...(term.forms ?? [])].map((form) => ({ form, term })),
);
const byForm = new Map(written.map(({ form, term }) => [form.toLowerCase(), term]));

/** Longest forms first, so that "connection key" is not taken for something shorter; no `Node.js`. */
const pattern = new RegExp(
  `(?<![\\w.-])(?:${written
    .map(({ form }) => form)
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![\\w-]|\\.\\w)`,
  'gi',
);

function linkTo(term: Term, text: string): PhrasingContent {
  return {
    type: 'link',
    url: `${glossaryPath}#${termAnchor(term)}`,
    title: term.definition,
    data: { hProperties: { className: ['term'] } },
    children: [{ type: 'text', value: text }],
  };
}

/** True when a match is in a phrase that gives the word another sense. */
function isOther(text: string, index: number, { not }: Term): boolean {
  if (!not) return false;
  return [...text.matchAll(not)].some(
    (phrase) => phrase.index <= index && index < phrase.index + phrase[0].length,
  );
}

/** Splits a text at terms that this page has not explained yet. */
function explained(text: string, seen: Set<Term>): PhrasingContent[] {
  const parts: PhrasingContent[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const term = byForm.get(match[0].toLowerCase());
    if (!term || seen.has(term) || isOther(text, match.index, term)) continue;
    seen.add(term);
    if (match.index > end) parts.push({ type: 'text', value: text.slice(end, match.index) });
    parts.push(linkTo(term, match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ type: 'text', value: text.slice(end) });
  return parts;
}

function explainIn(parent: Parents, seen: Set<Term>): void {
  const children = parent.children as Nodes[];
  const replaced = children.flatMap((child): Nodes[] => {
    if (child.type === 'text') return explained(child.value, seen);
    if ('children' in child && !closed.has(child.type)) explainIn(child, seen);
    return [child];
  });
  children.splice(0, children.length, ...replaced);
}

function entry(term: Term): ListItem {
  return {
    type: 'listItem',
    data: { hProperties: { id: termAnchor(term) } },
    children: [
      {
        type: 'paragraph',
        children: [
          { type: 'strong', children: [{ type: 'text', value: term.name }] },
          { type: 'text', value: `: ${term.definition}` },
        ],
      },
    ],
  };
}

const isGlossary = (node: RootContent) =>
  node.type === 'mdxJsxFlowElement' && (node as { name?: string }).name === 'Glossary';

/**
 * Remark plugin: the first time a page uses a term of the glossary in running text, the word links to its entry and
 * shows the definition as a tooltip. `<Glossary />` becomes the glossary; its page explains nothing a second time.
 */
export default function remarkGlossary() {
  return (tree: Root, file: VFile): void => {
    // Pages of the API reference are made of short descriptions, not of running text.
    if (/[\\/](?:platform-api|api)[\\/][^\\/]+$/.test(file.path)) return;
    const place = tree.children.findIndex(isGlossary);
    if (place >= 0) {
      tree.children.splice(place, 1, { type: 'list', ordered: false, children: terms.map(entry) });
    } else {
      explainIn(tree, new Set());
    }
  };
}
