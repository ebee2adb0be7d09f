import type { ListItem, Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import type { VFile } from 'vfile';
import { glossaryPath, termAnchor, terms, type Term } from './terms';

/** Nodes in which terms are not linked: code, links, headings, bold labels, tables and components. */
const skippedTypes = new Set([
  'link',
  'heading',
  'strong',
  'table',
  'mdxJsxTextElement',
  'mdxJsxFlowElement',
]);

const forms = terms.flatMap((term) =>
  [term.name, ...(term.forms ?? [])].map((form) => ({ form, term })),
);
const byForm = new Map(forms.map(({ form, term }) => [form.toLowerCase(), term]));

/** Matches the longest form first ("connection key" before "key"), and not `Node.js`. */
const pattern = new RegExp(
  `(?<![\\w.-])(?:${forms
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

/** True when a match is part of a phrase in which the word has another meaning. */
function hasOtherMeaning(text: string, index: number, { not }: Term): boolean {
  if (!not) return false;
  return [...text.matchAll(not)].some(
    (phrase) => phrase.index <= index && index < phrase.index + phrase[0].length,
  );
}

/** Splits a text at terms that have not occurred on this page. */
function linkTerms(text: string, seen: Set<Term>): PhrasingContent[] {
  const parts: PhrasingContent[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const term = byForm.get(match[0].toLowerCase());
    if (!term || seen.has(term) || hasOtherMeaning(text, match.index, term)) continue;
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
    if (child.type === 'text') return linkTerms(child.value, seen);
    if ('children' in child && !skippedTypes.has(child.type)) explainIn(child, seen);
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
 * Remark plugin: links the first occurrence of a glossary term in the running text of a page to its entry, with the
 * definition as a tooltip. Replaces `<Glossary />` with the glossary; that page has no such links.
 */
export default function remarkGlossary() {
  return (tree: Root, file: VFile): void => {
    // API reference pages contain short descriptions instead of running text.
    if (/[\\/](?:platform-api|api)[\\/][^\\/]+$/.test(file.path)) return;
    const place = tree.children.findIndex(isGlossary);
    if (place >= 0) {
      tree.children.splice(place, 1, { type: 'list', ordered: false, children: terms.map(entry) });
    } else {
      explainIn(tree, new Set());
    }
  };
}
