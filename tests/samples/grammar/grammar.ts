import { createRequire } from 'node:module';
import path from 'node:path';
import treeSitter, { type Node, type Tree } from '@vscode/tree-sitter-wasm';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import type { Evaluate } from './literals.ts';

const folder = path.dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
await treeSitter.Parser.init();

/** A parsed source with its syntax errors. */
export interface Parsed {
  readonly tree: Tree;
  /** `line 3: …`, one per ERROR and MISSING node. */
  readonly syntaxErrors: readonly string[];
}

/** All children, including brackets and commas. */
const parts = (node: Node) => node.children.filter((child) => child !== null);

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of parts(node)) yield* walk(child);
}

function syntaxErrorsOf(tree: Tree): string[] {
  if (!tree.rootNode.hasError) return [];
  return [...walk(tree.rootNode)]
    .filter((node) => node.isError || node.isMissing)
    .map(({ startPosition, isMissing, type, text }) => {
      const what = isMissing ? `${type} is missing` : text.slice(0, 200);
      return `line ${startPosition.row + 1}: ${what}`;
    });
}

/** Creates a parser for one language. @param name name of a grammar in the package: `c-sharp` */
export async function parserOf(name: string): Promise<(source: string) => Parsed> {
  const file = path.join(folder, `tree-sitter-${name}.wasm`);
  const language = await treeSitter.Language.load(file);
  const parser = new treeSitter.Parser();
  return (source) => {
    parser.setLanguage(language);
    const tree = parser.parse(source);
    if (!tree) throw new Error(`the ${name} grammar gave up`);
    return { tree, syntaxErrors: syntaxErrorsOf(tree) };
  };
}

/** Values of all outermost literals of a program. */
export function* literalsIn(node: Node, evaluate: Evaluate): Generator<JsonValue> {
  const value = evaluate(node);
  if (value !== undefined) yield value;
  else for (const child of parts(node)) yield* literalsIn(child, evaluate);
}
