import { fromHtml } from '@anedya-docs/search/records';
import type { Element, Nodes, Root } from 'hast';

/** An element in the source of a page. */
export interface SourceElement {
  readonly name: string;
  /** Attributes as in the source; a value without text is empty. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Text of a `script` or `style`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether the source has its end tag, or the element cannot have one. */
  readonly isClosed: boolean;
}

/** Attributes of an element. The tree has names of DOM properties, so the names come from the source. */
function attributesOf({ properties, data }: Element, source: string): Map<string, string> {
  const positions = Object.entries(data?.position.properties ?? {});
  return new Map(
    positions.map(([property, position]) => {
      const [name = ''] = source.slice(position?.start.offset, position?.end.offset).split('=');
      const value = properties[property];
      const text = typeof value === 'boolean' ? '' : Array.isArray(value) ? value.join(' ') : value;
      return [name.toLowerCase(), String(text ?? '')];
    }),
  );
}

/** Elements in document order. Those that the parser adds, such as `tbody`, are not in the source. */
function elementsIn(node: Nodes, source: string): SourceElement[] {
  const children = 'children' in node ? node.children : [];
  const inner = children.flatMap((child) => elementsIn(child, source));
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (node.type !== 'element' || start === undefined || end === undefined) return inner;
  if (!node.data?.position.opening) return inner;
  const [first] = node.children;
  const element = {
    name: node.tagName,
    attributes: attributesOf(node, source),
    text: first?.type === 'text' ? first.value : '',
    start,
    end,
    isClosed: node.data.position.closing !== undefined,
  };
  return [element, ...inner];
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The source of a page with its elements, and changes to it. Parses the page once, for all changes. */
export class HtmlFile {
  readonly #source: string;
  readonly #changes: Change[] = [];
  /** The parsed source, for selectors. */
  readonly tree: Root;
  /** Elements in document order. */
  readonly elements: readonly SourceElement[];

  constructor(source: string) {
    this.#source = source;
    this.tree = fromHtml(source, { verbose: true });
    this.elements = elementsIn(this.tree, source);
  }

  /** Elements with a name and these attributes. */
  find(name: string, attributes: Readonly<Record<string, string>> = {}): SourceElement[] {
    return this.elements.filter(
      (element) =>
        element.name === name &&
        Object.entries(attributes).every(([key, value]) => element.attributes.get(key) === value),
    );
  }

  replace({ start, end }: Pick<SourceElement, 'start' | 'end'>, text: string): void {
    this.#changes.push({ start, end, text });
  }

  insert(offset: number, text: string): void {
    this.#changes.push({ start: offset, end: offset, text });
  }

  append(text: string): void {
    this.insert(this.#source.length, text);
  }

  /**
   * Replaces text that occurs once.
   * @returns whether it does
   */
  replaceText(before: string, after: string): boolean {
    const start = this.#source.indexOf(before);
    if (start < 0 || this.#source.includes(before, start + 1)) return false;
    this.replace({ start, end: start + before.length }, after);
    return true;
  }

  /** The source with all changes; those at the same offset in the order in which they were made. */
  toString(): string {
    let from = 0;
    const pieces = this.#changes
      .toSorted((a, b) => a.start - b.start)
      .map(({ start, end, text }) => {
        const piece = this.#source.slice(from, start) + text;
        from = end;
        return piece;
      });
    return pieces.join('') + this.#source.slice(from);
  }
}
