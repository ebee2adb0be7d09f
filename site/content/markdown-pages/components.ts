import type {
  BlockContent,
  Code,
  Nodes,
  PhrasingContent,
  Root,
  RootContent,
  TableCell,
  TableRow,
} from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import { toString } from 'mdast-util-to-string';
import type { Figure } from './figures';
import type { Program } from './programs';

type Element = MdxJsxFlowElement | MdxJsxTextElement;
type Admonition = Extract<Nodes, { type: 'containerDirective' }>;

/** Component content that is not in the source of a page. */
export interface Contents {
  /** The diagram of a component such as `TokenFlow`; undefined for other components. */
  readonly figure: (name: string) => Figure | undefined;
  /** The file of a long program; undefined for a fence whose text is in the Markdown. */
  readonly program: (fence: Code) => Program | undefined;
  /** Markdown nodes of the code samples of an operation. */
  readonly samples: (group: string) => readonly RootContent[];
  /** Markdown nodes of the other components, by name; an empty list hides a component. */
  readonly other: Readonly<Record<string, readonly RootContent[]>>;
}

const text = (value: string): PhrasingContent => ({ type: 'text', value });
const code = (value: string): PhrasingContent => ({ type: 'inlineCode', value });
const strong = (value: string): PhrasingContent => ({ type: 'strong', children: [text(value)] });

const paragraph = (...children: PhrasingContent[]): RootContent => ({
  type: 'paragraph',
  children,
});

/** Value of a JSX attribute: a string, or an expression with a JSON value. */
function attribute(node: Element, name: string): unknown {
  for (const candidate of node.attributes) {
    if (candidate.type !== 'mdxJsxAttribute' || candidate.name !== name) continue;
    const { value } = candidate;
    if (value === null || value === undefined) return true;
    return typeof value === 'string' ? value : (JSON.parse(value.value) as unknown);
  }
  return undefined;
}

function textAttribute(node: Element, name: string): string {
  const value = attribute(node, name);
  return typeof value === 'string' ? value : '';
}

/** Adds the id of an element to the first of its blocks. */
function anchored<Block extends RootContent>(blocks: Block[], element: Element): Block[] {
  const anchor = textAttribute(element, 'id');
  if (anchor === '') return blocks;
  return blocks.map((block, index) =>
    index === 0 ? { ...block, data: { ...block.data, anchor } } : block,
  );
}

/** Text whose backticks mark code. */
const withCode = (source: string): PhrasingContent[] =>
  source
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : text(part)))
    .filter((node) => 'value' in node && node.value !== '');

const isPhrasing = (node: Nodes): node is PhrasingContent =>
  ['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'break', 'link', 'image'].includes(
    node.type,
  );

const joined = (parts: PhrasingContent[][], separator: string): PhrasingContent[] =>
  parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [text(separator), ...part]));

/** Blocks as the content of one table cell or list item. */
function inline(nodes: readonly Nodes[]): PhrasingContent[] {
  return joined(
    nodes.map((node): PhrasingContent[] => {
      if (isPhrasing(node)) return [node];
      if (node.type === 'code') return [code(node.value.replaceAll(/\s*\n\s*/g, ' '))];
      if (node.type === 'list')
        return joined(
          node.children.map((item) => inline([item])),
          '; ',
        );
      if (node.type === 'paragraph') return node.children;
      return 'children' in node ? inline(node.children) : [];
    }),
    ' ',
  );
}

const row = (cells: readonly PhrasingContent[][]): TableRow => ({
  type: 'tableRow',
  children: cells.map((children): TableCell => ({ type: 'tableCell', children })),
});

const isElement = (node: Nodes): node is Element =>
  node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';

const isNamed = (node: Nodes, ...names: string[]): node is Element =>
  isElement(node) && names.includes(node.name ?? '');

/**
 * Whether an element says the same on the page of each operation. What confirms an operation keeps its first line.
 */
const isIgnored = (node: Element) =>
  node.name !== 'Evidence' && attribute(node, 'repeated') === true;

const nested = new Set(['Nested', 'Fields', 'Field']);

const titleOf = ({ meta }: Code) => /\btitle="([^"]*)"/.exec(meta ?? '')?.[1];

const programLink = ({ name, path, lines, purpose }: Program): RootContent =>
  paragraph(
    { type: 'link', url: `/${path}`, children: [code(name)] },
    text(` (${lines} lines)${purpose === undefined ? '' : `: ${purpose}`}`),
  );

/** Replaces the components, directives and metadata of an MDX tree with plain Markdown (GitHub-flavored). */
export class Components {
  /** Depth of the last heading, below which tabs become sections. */
  private depth = 2;
  /** Number of menus of languages so far. */
  private groups = 0;

  constructor(private readonly contents: Contents) {}

  /** @throws Error when a component has no Markdown form */
  convert(tree: Root): Root {
    return { type: 'root', children: this.blocks(tree.children) };
  }

  private blocks(nodes: readonly Nodes[]): RootContent[] {
    return nodes.flatMap((node) => this.block(node));
  }

  private block(node: Nodes): RootContent[] {
    switch (node.type) {
      case 'mdxjsEsm':
      case 'mdxFlowExpression':
      case 'mdxTextExpression':
      case 'yaml':
        return [];
      case 'heading':
        this.depth = node.depth;
        break;
      case 'code':
        return this.fence(node);
      case 'containerDirective':
        return [this.admonition(node)];
      case 'textDirective':
        return [text(`:${node.name}`), ...this.blocks(node.children)];
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        return this.element(node);
      case 'root':
        return this.blocks(node.children);
    }
    if ('children' in node) {
      const children = this.blocks(node.children);
      const [first] = children;
      // The space after a component that has no text, such as an icon.
      if (node.type === 'paragraph' && first?.type === 'text')
        children[0] = text(first.value.trimStart());
      return [{ ...node, children } as RootContent];
    }
    return [node];
  }

  private fence(node: Code): RootContent[] {
    const program = this.contents.program(node);
    if (program) return [programLink(program)];
    const title = titleOf(node);
    const plain: Code = { type: 'code', lang: node.lang ?? null, value: node.value };
    return title === undefined ? [plain] : [paragraph(code(title), text(':')), plain];
  }

  private admonition({ name, children }: Admonition): RootContent {
    const label = children.find(
      (child) => child.type === 'paragraph' && child.data?.directiveLabel === true,
    );
    const body = this.blocks(children.filter((child) => child !== label)) as BlockContent[];
    const title = paragraph(
      strong(label ? toString(label) : name.charAt(0).toUpperCase() + name.slice(1)),
    ) as BlockContent;
    return { type: 'blockquote', children: [title, ...body] };
  }

  private element(node: Element): RootContent[] {
    const { name } = node;
    if (isIgnored(node)) return [];
    const figure = this.contents.figure(name ?? '');
    if (figure) return this.figure(figure);
    const other = this.contents.other[name ?? ''];
    if (other) return structuredClone([...other]);
    switch (name) {
      case 'Fields':
        return this.fieldTable(node);
      case 'Codes':
        return [{ type: 'list', spread: false, children: node.children.flatMap(this.errorCode) }];
      case 'Samples':
        return this.samples(node);
      case 'Send':
        return this.address(node);
      case 'Nested':
        return [paragraph(text(`${textAttribute(node, 'label')}:`)), ...this.blocks(node.children)];
      case 'Evidence':
        return [paragraph(text(`${textAttribute(node, 'label')}.`))];
      case 'Download':
        return [
          paragraph({
            type: 'link',
            url: textAttribute(node, 'path'),
            children: [text(textAttribute(node, 'label'))],
          }),
          ...this.blocks(node.children),
        ];
      case 'a': {
        const children = this.blocks(node.children) as PhrasingContent[];
        return [{ type: 'link', url: textAttribute(node, 'href'), children }];
      }
      case 'summary':
        return [paragraph(strong(toString(node)))];
      case 'link':
        return [];
      case 'br':
        return [text(' ')];
      case 'p':
        return [paragraph(...(this.blocks(node.children) as PhrasingContent[]))];
    }
    // HTML elements, and components around Markdown.
    if (node.children.length > 0) return anchored(this.blocks(node.children), node);
    throw new Error(`<${name ?? ''} /> has no Markdown form: add one to content/markdown-pages`);
  }

  private figure({ title, summary, steps, caption }: Figure): RootContent[] {
    return [
      paragraph(strong(`${title}.`), text(' '), ...withCode(summary)),
      {
        type: 'list',
        ordered: true,
        spread: false,
        children: steps.map((step) => ({
          type: 'listItem',
          spread: false,
          children: [{ type: 'paragraph', children: withCode(step) }],
        })),
      },
      paragraph(...withCode(caption)),
    ];
  }

  private samples(node: Element): RootContent[] {
    if (node.children.length === 0) {
      return [...this.contents.samples(textAttribute(node, 'group'))];
    }
    const depth = Math.min(this.depth + 1, 6) as 3 | 4 | 5 | 6;
    const group = ++this.groups;
    const blocks = node.children.flatMap((child): RootContent[] => {
      if (child.type !== 'code') return this.block(child);
      const label = /\blabel="([^"]*)"/.exec(child.meta ?? '')?.[1] ?? child.lang ?? '';
      return [{ type: 'heading', depth, children: [text(label)] }, ...this.fence(child)];
    });
    return blocks.map((block) => ({ ...block, data: { ...block.data, group } }));
  }

  private address(node: Element): RootContent[] {
    const [method, before, variable, value, after] = [
      'method',
      'before',
      'variable',
      'value',
      'after',
    ].map((name) => textAttribute(node, name));
    if (variable === '') return [paragraph(code(`${method} ${before}`))];
    return [
      paragraph(
        code(`${method} ${before}{${variable}}${after}`),
        text(', where '),
        code(`{${variable}}`),
        text(' is '),
        code(value ?? ''),
        text(' by default'),
      ),
    ];
  }

  /** Writes a list of fields as one table; the path of a nested field includes its parents. */
  private fieldTable(node: Element): RootContent[] {
    const isRequest = node.children.some(
      (child) => isElement(child) && textAttribute(child, 'id').startsWith('request'),
    );
    const head = ['Field', 'Type', ...(isRequest ? ['Required'] : []), 'Description'];
    const rows = this.fieldRows(node, isRequest);
    return [
      {
        type: 'table',
        align: head.map(() => null),
        children: [row(head.map((title) => [text(title)])), ...rows],
      },
    ];
  }

  private fieldRows(node: Element, isRequest: boolean): TableRow[] {
    return node.children.flatMap((child): TableRow[] => {
      if (!isElement(child)) return [];
      if (!isNamed(child, 'Field')) return this.fieldRows(child, isRequest);
      const own = child.children.filter(
        (part) => !nested.has('name' in part ? String(part.name) : ''),
      );
      const cells = [
        [code(textAttribute(child, 'path'))],
        [text(textAttribute(child, 'type'))],
        ...(isRequest
          ? [[text(attribute(child, 'required') === true ? 'required' : 'optional')]]
          : []),
        inline(this.blocks(own)),
      ];
      return [...anchored([row(cells)], child), ...this.fieldRows(child, isRequest)];
    });
  }

  private readonly errorCode = (node: Nodes) => {
    if (!isNamed(node, 'Code')) return [];
    const transport = textAttribute(node, 'transport');
    const children = [
      code(textAttribute(node, 'code')),
      text(transport === '' ? ': ' : ` (${transport} only): `),
      ...inline(this.blocks(node.children)),
    ];
    return [
      {
        type: 'listItem' as const,
        spread: false,
        children: [{ type: 'paragraph' as const, children }],
        data: { anchor: textAttribute(node, 'id') },
      },
    ];
  };
}
