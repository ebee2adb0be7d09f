import { type Node, parseTree, visit } from 'jsonc-parser';
import type { JsonValue } from '@anedya-docs/openapi-model';
import {
  isTypedNumber,
  exactNumber,
  printExact,
  type ExactValue,
  type TypedNumber,
} from '@anedya-docs/openapi-model/typed-number';
import type { Path } from './json-path';

/** Normalized digits and exponent of a decimal number, without its sign. */
function decimal(literal: string): string {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

/**
 * True when JavaScript can parse and print a JSON number without changing it. JavaScript numbers are IEEE 754 doubles
 * (RFC 8259, section 6): integers beyond 2^53, long fractions and exponents beyond 308 can change.
 * @param literal a number in JSON syntax
 */
export function isExact(literal: string): boolean {
  const value = Number(literal);
  return Number.isFinite(value) && decimal(literal) === decimal(String(value));
}

/** Error message for an integer that JavaScript would round. */
const inexactInteger =
  'Too large to be represented exactly: the largest integer is 9007199254740991 (2^53 − 1)';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** True for a number in JSON syntax (RFC 8259, section 6). */
const isJsonNumber = (text: string): boolean => jsonNumber.test(text);

/**
 * Value of the text in a number field: the number as typed, or the text itself when it is not a number, which validation
 * reports.
 */
export function typedNumber(text: string): number | TypedNumber | string {
  const trimmed = text.trim();
  return isJsonNumber(trimmed) ? exactNumber(trimmed) : text;
}

/** Text of a value in a number field. */
const textOf = (value: number | TypedNumber | string) =>
  isTypedNumber(value) ? value.text : String(value);

/** Text of a number field: the text as typed while it stands for the value, otherwise the value. */
export function numberText(draft: string, value: ExactValue | undefined): string {
  const isNumber = isTypedNumber(value) || typeof value === 'number';
  if (!isNumber && typeof value !== 'string') return '';
  const typed = typedNumber(draft);
  return typeof typed === typeof value && textOf(typed) === textOf(value) ? draft : textOf(value);
}

/** An error in a body. */
export interface BodyError {
  /** Path of the value to correct; for a missing field, the path that it would have. */
  readonly path: Path;
  /** One sentence without a period. */
  readonly message: string;
}

/** Syntax error in a JSON text: its position and how to fix it. */
class JsonSyntaxError extends Error {
  constructor(
    message: string,
    /** Position in UTF-16 code units. */
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Maximum nesting depth: more than any body of these APIs needs. */
const maxDepth = 200;

/** What a JSON text needs next. After a comma, `comma` is its position. */
interface Expected {
  readonly next: 'value' | 'name' | 'colon' | 'comma';
  readonly comma?: number;
}

const word = /[-+.\w]+/y;
/** A string up to its closing quote or its first error (RFC 8259, section 7). */
// eslint-disable-next-line no-control-regex -- control characters are what a string must not contain
const stringStart = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

function textAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? '';
}

function stringError(text: string, offset: number): JsonSyntaxError {
  const end = offset + textAt(stringStart, text, offset).length;
  if (text[end] === undefined)
    return new JsonSyntaxError('Unterminated string: add the closing quote', offset);
  return text[end] === '\\'
    ? new JsonSyntaxError('Escape a backslash in a string as \\\\', end)
    : new JsonSyntaxError('Escape line breaks and tabs in a string as \\n or \\t', end);
}

function valueError(text: string, offset: number, found: string): string {
  const unknown = textAt(word, text, offset);
  if (/^[-+.]?\d/.test(unknown)) return `Invalid number ${unknown}: write 12, -0.5 or 1e6`;
  if (unknown !== '')
    return `Unexpected ${unknown}: write a string in double quotes, true, false, null or a number`;
  return text[offset] === "'"
    ? 'Use double quotes for strings'
    : `Expected a value, found ${found}`;
}

/**
 * Returns the error for what a text has at an offset instead of what is expected there.
 * @param end the bracket that closes the object or array at the offset; undefined outside of both
 * @param name the last field name before the offset
 */
function errorAt(
  text: string,
  offset: number,
  { next, comma }: Expected,
  end: string | undefined,
  name: string,
): JsonSyntaxError {
  const char = text[offset];
  if (char === '"' && text[offset + textAt(stringStart, text, offset).length] !== '"')
    return stringError(text, offset);
  if (char === '/') return new JsonSyntaxError('Remove the comment: JSON has no comments', offset);
  if (comma !== undefined && char === end)
    return new JsonSyntaxError(`Remove the comma before "${end}"`, comma);
  const found =
    char === undefined
      ? 'the end of the text'
      : JSON.stringify(String.fromCodePoint(text.codePointAt(offset) ?? 0));
  const messages = {
    value: () => valueError(text, offset, found),
    name: () => `Expected a field name in double quotes, found ${found}`,
    colon: () => `Expected ":" after the name "${name}", found ${found}`,
    comma: () =>
      end === undefined
        ? `Unexpected ${found} after the body`
        : `Expected "," or "${end}", found ${found}`,
  };
  return new JsonSyntaxError(messages[next](), offset);
}

/**
 * Parses JSON (RFC 8259), with error messages that say how to fix the text. Unlike those of `JSON.parse` they are the same
 * in every browser.
 * @returns the value, and what would change if it were printed again: inexact numbers and duplicate keys
 * @throws JsonSyntaxError when the text is not one JSON value
 */
function readJson(text: string): { value: JsonValue; losses: BodyError[]; repeatsKeys: boolean } {
  if (text.trim() === '') throw new JsonSyntaxError('The body is empty', text.length);
  const losses: BodyError[] = [];
  let repeatsKeys = false;
  /** Names of the fields of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let expected: Expected = { next: 'value' };
  let name = '';
  const begin = (names: Set<string> | undefined, offset: number) => {
    open.push(names);
    if (open.length > maxDepth + 1)
      throw new JsonSyntaxError(`Nested deeper than ${maxDepth} levels`, offset);
    expected = { next: names ? 'name' : 'value' };
  };
  const fail = (offset: number): never => {
    const end = open.length === 0 ? undefined : open.at(-1) ? '}' : ']';
    throw errorAt(text, offset, expected, end, name);
  };
  const finish = (offset: number) => {
    if (offset === text.length) fail(offset);
    open.pop();
    expected = { next: 'comma' };
  };
  visit(
    text,
    {
      onObjectBegin: (offset) => begin(new Set(), offset),
      onArrayBegin: (offset) => begin(undefined, offset),
      onObjectEnd: finish,
      onArrayEnd: finish,
      onObjectProperty: (property, _offset, _length, _line, _character, path) => {
        const names = open.at(-1);
        if (names?.has(property)) {
          losses.push({ path: [...path(), property], message: 'Duplicate key' });
          repeatsKeys = true;
        }
        names?.add(property);
        name = property;
        expected = { next: 'colon' };
      },
      onSeparator: (character, offset) => {
        if (character === ':') expected = { next: 'value' };
        else expected = { next: open.at(-1) ? 'name' : 'value', comma: offset };
      },
      onLiteralValue: (value: unknown, offset, length, _line, _character, path) => {
        const literal = text.slice(offset, offset + length);
        if (typeof value === 'number') {
          if (textAt(word, text, offset) !== literal) fail(offset);
          if (!isExact(literal)) {
            const isWhole = /^-?\d+$/.test(literal);
            const message = isWhole ? inexactInteger : 'Too many digits to be represented exactly';
            losses.push({ path: path(), message });
          }
        }
        expected = { next: 'comma' };
      },
      onError: (_code, offset) => fail(offset),
    },
    { disallowComments: true },
  );
  return { value: JSON.parse(text) as JsonValue, losses, repeatsKeys };
}

/** The value of a node, with its numbers as they are in the text. */
function exactValue(
  { type, value, children = [], offset, length }: Node,
  text: string,
): ExactValue {
  switch (type) {
    case 'number':
      return exactNumber(text.slice(offset, offset + length));
    case 'array':
      return children.map((child) => exactValue(child, text));
    case 'object':
      return Object.fromEntries(
        children.map(({ children: [name, part] = [] }) => [
          String(name?.value),
          part ? exactValue(part, text) : null,
        ]),
      );
    default:
      return value as ExactValue;
  }
}

/** The value of JSON text, with its numbers as they are in the text; undefined for invalid JSON. */
export function parseExact(text: string): ExactValue | undefined {
  if (parseBody(text).kind === 'broken') return undefined;
  const root = parseTree(text);
  return root && exactValue(root, text);
}

/** A text that is not JSON: the position of the error, counted from 1, and how to fix it. */
interface InvalidBody {
  readonly kind: 'broken';
  readonly line: number;
  /** In characters (UTF-16 code units). */
  readonly column: number;
  readonly offset: number;
  readonly message: string;
}

interface ValidBody {
  readonly kind: 'read';
  readonly value: JsonValue;
  /** What would change if the value were printed again. */
  readonly losses: readonly BodyError[];
  /** Whether a key is repeated: then, only the text can be edited. */
  readonly repeatsKeys: boolean;
}

export type ParsedBody = ValidBody | InvalidBody;

function positionOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Parses the text of a body. */
export function parseBody(text: string): ParsedBody {
  try {
    return { kind: 'read', ...readJson(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { offset, message } = error;
    return { kind: 'broken', ...positionOf(text, offset), offset, message };
  }
}

/** Prints a body as JSON, indented by two spaces, with its numbers as they were typed. */
export const printBody = (value: ExactValue): string => printExact(value, 2);
