import type { Node } from '@vscode/tree-sitter-wasm';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
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

const words: Readonly<Record<string, JsonValue>> = {
  true: true,
  false: false,
  null: null,
  none: null,
  nil: null,
};

/** Ruby and PHP escape only quotes and backslashes in single quotes. */
const singleQuoted = (node: Node) => inside(node).replaceAll(/\\([\\'])/g, '$1');

const hasOnly = (node: Node, ...types: readonly string[]) =>
  children(node).every(({ type }) => types.includes(type));

const pairs = (node: Node, key: Evaluate, evaluate: Evaluate) =>
  object(
    children(node).map((pair) => {
      const [name, value] = children(pair);
      return [name && key(name), value && evaluate(value)] as const;
    }),
  );

export const javascript: Evaluate = (node) => {
  switch (node.type) {
    case 'string':
      return unescape(inside(node));
    case 'number':
    case 'unary_expression':
      return number(node);
    case 'array':
      return list(children(node), javascript);
    case 'object':
      return pairs(node, javascriptKey, javascript);
    default:
      return node.type in words ? words[node.type] : computed(node.text);
  }
};

const javascriptKey: Evaluate = (node) => {
  if (node.type === 'property_identifier') return node.text;
  const [name] = children(node);
  return javascript(node.type === 'computed_property_name' && name ? name : node);
};

export const python: Evaluate = (node) => {
  switch (node.type) {
    case 'string':
      return hasOnly(node, 'string_start', 'string_content', 'string_end') &&
        node.text.startsWith('"')
        ? unescape(inside(node))
        : undefined;
    case 'integer':
    case 'float':
    case 'unary_operator':
      return number(node);
    case 'list':
      return list(children(node), python);
    case 'dictionary':
      return pairs(node, python, python);
    default:
      return node.type in words ? words[node.type] : computed(node.text);
  }
};

export const ruby: Evaluate = (node) => {
  switch (node.type) {
    case 'string':
      if (node.text.startsWith("'")) return singleQuoted(node);
      return hasOnly(node, 'string_content', 'escape_sequence')
        ? unescape(inside(node))
        : undefined;
    case 'integer':
    case 'float':
    case 'unary':
      return number(node);
    case 'array':
      return list(children(node), ruby);
    case 'hash':
      return pairs(node, (key) => (key.type === 'hash_key_symbol' ? key.text : ruby(key)), ruby);
    default:
      return node.type in words ? words[node.type] : computed(node.text);
  }
};

/** A PHP array as `json_encode` treats it: keys 0, 1, 2 … are a list. */
function phpArray(node: Node): JsonValue | undefined {
  const items = children(node).map(children);
  if (items.every(({ length }) => length === 1)) return list(items.flat(), php);
  const whole = object(
    items.map(([key, value]) => [key && php(key), value && php(value)] as const),
  );
  if (whole === undefined) return undefined;
  const isList = Object.keys(whole as object).every((key, index) => key === String(index));
  return isList ? Object.values(whole as Record<string, JsonValue>) : whole;
}

export const php: Evaluate = (node) => {
  switch (node.type) {
    case 'string':
      return singleQuoted(node);
    case 'encapsed_string':
      return hasOnly(node, 'string_content', 'escape_sequence')
        ? unescape(inside(node))
        : undefined;
    case 'integer':
    case 'float':
    case 'unary_op_expression':
      return number(node);
    case 'boolean':
    case 'null':
      return words[node.text];
    case 'array_creation_expression':
      return phpArray(node);
    case 'object_creation_expression':
      return node.text === 'new stdClass()' ? {} : undefined;
    case 'cast_expression': {
      const value = children(node)[1];
      const array = value && php(value);
      return node.text.startsWith('(object)') && Array.isArray(array)
        ? Object.fromEntries(array.entries())
        : array;
    }
    default:
      return computed(node.text);
  }
};
