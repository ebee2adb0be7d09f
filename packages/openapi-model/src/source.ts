import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
} from 'yaml';
import { fromPointer, toPointer, type Path } from './json-pointer.ts';
import type { JsonValue } from './schema.ts';

/** An invalid document: the message has the file, the line and the reason. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(
    readonly file: string,
    readonly line: number,
    readonly reason: string,
  ) {
    super(`${file}:${line}: ${reason}`);
  }
}

/** Maximum length of a chain of references; a longer one is a cycle. */
const maxHops = 32;

/** What a path leads to: the node, or its closest existing ancestor. */
interface Found {
  readonly path: Path;
  readonly node: Node | null;
  /** Offset in the text: of the key for an entry of a map, otherwise of the value. */
  readonly start: number;
  readonly exact: boolean;
}

/** A file as YAML nodes, with the lines of its offsets. */
interface Nodes {
  readonly document: Document;
  readonly lines: LineCounter;
}

/** @throws DocumentError at the first syntax error, duplicate key or unknown tag */
function parseNodes(text: string, file: string): Nodes {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const error = document.errors[0] ?? document.warnings[0];
  if (error) throw new DocumentError(file, lines.linePos(error.pos[0]).line, error.message);
  return { document, lines };
}

/** A parsed YAML file that knows the line of each value. */
export class Source {
  #nodes: Nodes | undefined;

  private constructor(
    readonly file: string,
    private readonly text: string,
    private readonly isJson: boolean,
  ) {}

  /**
   * Parses YAML (1.2) or JSON text.
   * @throws DocumentError at the first syntax error, duplicate key or unknown tag
   */
  static parse(text: string, file: string): Source {
    const source = new Source(file, text, false);
    source.#nodes = parseNodes(text, file);
    return source;
  }

  /** Takes text that is known to be valid. JSON is parsed as such, a hundred times faster, and as YAML only for the line of an error. */
  static ofValid(text: string, file: string): Source {
    return text.startsWith('{') ? new Source(file, text, true) : Source.parse(text, file);
  }

  private get nodes(): Nodes {
    return (this.#nodes ??= parseNodes(this.text, this.file));
  }

  /**
   * The whole file as plain data, as a new copy each time.
   * @throws DocumentError for an alias without anchor, or too many aliases
   */
  toData(): JsonValue {
    if (this.isJson) return JSON.parse(this.text) as JsonValue;
    try {
      return this.nodes.document.toJS() as JsonValue;
    } catch (error) {
      throw this.error([], error instanceof Error ? error.message : String(error));
    }
  }

  /** Line (from 1) of the key or item at a path of the dereferenced document, or of its closest existing ancestor. */
  lineOf(path: Path): number {
    return this.nodes.lines.linePos(this.find(path).start).line;
  }

  /** JSON Pointer of a value in this file, references followed: `#/components/schemas/Tag/examples/0`. */
  pointerOf(path: Path): string {
    return toPointer(this.find(path).path);
  }

  /** The scalar at a path of the dereferenced document as text; empty if there is none. */
  textAt(path: Path): string {
    const { node, exact } = this.find(path);
    return exact && isScalar(node) ? String(node.value) : '';
  }

  has(path: Path): boolean {
    return this.find(path).exact;
  }

  /** An error that names the line of a path in this file. */
  error(path: Path, reason: string): DocumentError {
    return new DocumentError(this.file, this.lineOf(path), reason);
  }

  /** A child node and its start offset. */
  private child(node: Node | null, token: string | number): readonly [Node, number] | undefined {
    const target = isAlias(node) ? node.resolve(this.nodes.document) : node;
    if (isSeq(target)) {
      const item = /^\d+$/.test(String(token)) ? target.items[Number(token)] : undefined;
      return isNode(item) ? [item, item.range?.[0] ?? 0] : undefined;
    }
    if (!isMap(target)) return undefined;
    const named = (key: unknown) => String(isScalar(key) ? key.value : key) === String(token);
    const pair = target.items.find(({ key }) => named(key));
    if (!isNode(pair?.value)) return undefined;
    return [pair.value, (isNode(pair.key) ? pair.key : pair.value).range?.[0] ?? 0];
  }

  private find(path: Path, hops = 0): Found {
    let node: Node | null = this.nodes.document.contents;
    let start = 0;
    for (const [depth, token] of path.entries()) {
      const next = this.child(node, token);
      if (!next) {
        const [reference] = this.child(node, '$ref') ?? [];
        const target = isScalar(reference) ? reference.value : undefined;
        if (typeof target === 'string' && target.startsWith('#/') && hops < maxHops) {
          return this.find([...fromPointer(target), ...path.slice(depth)], hops + 1);
        }
        return { path: path.slice(0, depth), node, start, exact: false };
      }
      [node, start] = next;
    }
    return { path, node, start, exact: true };
  }
}
