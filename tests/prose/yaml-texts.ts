import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  Scalar,
  type Node,
  type YAMLMap,
} from 'yaml';
import type { Piece } from './page.ts';
import { parseMarkdown } from './parse.ts';

/** Keys whose value is shown as text on a page. Extensions: `packages/openapi-model/README.md`. */
const texts = new Set([
  'title',
  'summary',
  'description',
  'subject',
  'note',
  'x-provisional',
  'x-traps',
  'x-key',
  'meaning',
  'cause',
  'remedy',
  'purpose',
  'provisional',
  'differences',
  'change',
]);

/** Keys whose content is data of the API. */
const values = new Set(['example', 'value', 'default', 'enum', 'const']);

/** Maps whose keys are names of the API, so that a field called `description` is not text. */
const named = new Set([
  'properties',
  'schemas',
  'examples',
  'responses',
  'parameters',
  'variables',
]);

/** Titles of pages: the title of a document, the names of its tags and the summaries of its operations. */
function isHeading(map: YAMLMap, within: string, key: string): boolean {
  return (
    (within === 'info' && key === 'title') ||
    (within === 'tags' && key === 'name') ||
    (map.has('operationId') && key === 'summary')
  );
}

/** Yields all texts of an API document, or of the changelog, that a page shows, in file order. */
export function textsOf(source: string): Piece[] {
  const lines = new LineCounter();
  const { contents } = parseDocument(source, { lineCounter: lines });
  const pieces: Piece[] = [];

  const add = (scalar: Scalar, kind: Piece['kind']) => {
    if (typeof scalar.value !== 'string' || !scalar.range) return;
    const { line } = lines.linePos(scalar.range[0]);
    const block = scalar.type === Scalar.BLOCK_LITERAL || scalar.type === Scalar.BLOCK_FOLDED;
    const folded = scalar.type !== Scalar.BLOCK_LITERAL;
    pieces.push({ kind, root: parseMarkdown(scalar.value, block ? line + 1 : line, folded) });
  };

  const walk = (node: unknown, key: string, names: boolean): void => {
    if (isMap<Scalar<string>, Node>(node)) {
      for (const pair of node.items) {
        const name = pair.key.value;
        if (isHeading(node, key, name) && isScalar(pair.value)) add(pair.value, 'heading');
        else if (names) walk(pair.value, '', false);
        else if (!values.has(name)) walk(pair.value, name, named.has(name));
      }
    } else if (isSeq(node)) {
      // The examples of a schema are values; those of a body are a map with summaries.
      if (key === 'examples') return;
      for (const item of node.items) walk(item, key, false);
    } else if (isScalar(node) && texts.has(key)) {
      add(node, 'text');
    }
  };
  walk(contents, '', false);
  return pieces;
}
