import type { Node } from '@vscode/tree-sitter-wasm';
import {
  children,
  computed,
  inside,
  list,
  number,
  object,
  unescape,
  type Evaluate,
} from './literals.ts';

/**
 * The grammar treats `#` after an escape in a double-quoted string as a comment, unlike PowerShell, where comments start
 * only outside strings. The sample is parsed with the equivalent `` `# `` in such strings.
 */
export function hideHashes(source: string): string {
  return source.replaceAll(/'(?:[^']|'')*'|"(?:[^"`]|`[\s\S]|"")*"/g, (text) =>
    text.startsWith('"')
      ? text.replaceAll(/`[\s\S]|#/g, (part) => (part === '#' ? '`#' : part))
      : text,
  );
}

/** A quote in single quotes is doubled; typographic quotes count as quotes. */
const verbatim = (node: Node) =>
  inside(node).replaceAll(/(['\u2018-\u201b])['\u2018-\u201b]/g, '$1');

const expandable = (node: Node) =>
  children(node).length === 0
    ? unescape(inside(node).replaceAll('""', '`"'), { '0': '\0' }, '`')
    : undefined;

const variables: Readonly<Record<string, boolean | null>> = {
  $true: true,
  $false: false,
  $null: null,
};

/** The innermost relevant node: all nodes around it have one child. */
function core(node: Node): Node {
  const [only, ...others] = children(node);
  return only && others.length === 0 && !literals.has(node.type) ? core(only) : node;
}

const literals = new Set([
  'hash_literal_expression',
  'array_expression',
  'verbatim_string_characters',
  'expandable_string_literal',
  'expression_with_unary_operator',
]);

function hash(node: Node) {
  const [body] = children(node);
  const entries = body ? children(body) : [];
  return object(
    entries.map((entry) => {
      const [key, value] = children(entry);
      const name = key && core(key);
      return [
        name?.type === 'simple_name' ? name.text : name && powershell(name),
        value && powershell(value),
      ] as const;
    }),
  );
}

/** `@( … )` creates an array of the output of its statements; the samples have one statement in it. */
function array(node: Node) {
  const [statements] = children(node);
  if (!statements) return [];
  const inner = core(statements);
  return list(inner.type === 'array_literal_expression' ? children(inner) : [inner], powershell);
}

export const powershell: Evaluate = (outer) => {
  const node = core(outer);
  switch (node.type) {
    case 'verbatim_string_characters':
      return verbatim(node);
    case 'expandable_string_literal':
      return expandable(node);
    case 'decimal_integer_literal':
    case 'real_literal':
      return number(node);
    case 'variable':
      return node.text in variables ? variables[node.text] : computed(node.text);
    case 'hash_literal_expression':
      return hash(node);
    case 'array_expression':
      return array(node);
    case 'expression_with_unary_operator': {
      const cast = children(node).find(({ type }) => type === 'cast_expression');
      if (!cast) return number(node);
      const value = children(cast)[1];
      return cast.text.startsWith('[ordered]@{') && value ? powershell(value) : undefined;
    }
    default:
      return computed(node.text);
  }
};
