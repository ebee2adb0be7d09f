import type { JsonValue } from '@anedya-docs/openapi-model';
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
export const inexactInteger =
  'Too large to be represented exactly: the largest integer is 9007199254740991 (2^53 − 1)';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** True for a number in JSON syntax (RFC 8259, section 6). */
const isJsonNumber = (text: string): boolean => jsonNumber.test(text);

/**
 * Value of the text in a number field: the number, or the text itself when JavaScript cannot represent it exactly. The
 * text stays as typed, and validation reports the error.
 */
export function typedNumber(text: string): number | string {
  const trimmed = text.trim();
  return isJsonNumber(trimmed) && isExact(trimmed) ? Number(trimmed) : text;
}

/**
 * Text of a number field: the text as typed while it stands for the value (`1.0` must not become `1` while typing),
 * otherwise the value.
 */
export function numberText(draft: string, value: JsonValue | undefined): string {
  if (typeof value !== 'number' && typeof value !== 'string') return '';
  return typedNumber(draft) === value ? draft : String(value);
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

const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const word = /[-+.\w]+/y;

const constants = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * JSON parser (RFC 8259) with error messages that say how to fix the text. Unlike those of `JSON.parse` they are the same
 * in every browser. It also reports what a JavaScript value cannot represent.
 */
class JsonReader {
  /** What would change if the value were printed again: inexact numbers and duplicate keys. */
  readonly losses: BodyError[] = [];
  private at = 0;
  private readonly path: (string | number)[] = [];

  constructor(private readonly text: string) {}

  /** @throws JsonSyntaxError when the text is not one JSON value */
  read(): JsonValue {
    this.space();
    if (this.at === this.text.length) this.fail('The body is empty');
    const value = this.value();
    if (this.at < this.text.length) this.fail(`Unexpected ${this.here()} after the body`);
    return value;
  }

  private fail(message: string, offset = this.at): never {
    throw new JsonSyntaxError(message, offset);
  }

  private here(): string {
    const char = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    return this.at < this.text.length ? JSON.stringify(char) : 'the end of the text';
  }

  private space(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'end')) this.at += 1;
  }

  /** Consumes a character and the white space after it, if it comes next. */
  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    this.space();
    return true;
  }

  /** Reads a value and the white space after it. */
  private value(): JsonValue {
    if (this.path.length > maxDepth) this.fail(`Nested deeper than ${maxDepth} levels`);
    const char = this.text[this.at];
    if (char === '{') return this.object();
    if (char === '[') return this.array();
    const value = char === '"' ? this.string() : this.literal();
    this.space();
    return value;
  }

  private within(part: string | number): JsonValue {
    this.path.push(part);
    const value = this.value();
    this.path.pop();
    return value;
  }

  private array(): JsonValue {
    this.take('[');
    const items: JsonValue[] = [];
    if (this.take(']')) return items;
    for (;;) {
      items.push(this.within(items.length));
      if (this.take(']')) return items;
      this.comma(']');
    }
  }

  private object(): JsonValue {
    this.take('{');
    const entries = new Map<string, JsonValue>();
    while (!this.take('}')) {
      if (entries.size > 0) this.comma('}');
      const name = this.name();
      if (entries.has(name)) {
        this.losses.push({ path: [...this.path, name], message: 'Duplicate key' });
      }
      entries.set(name, this.within(name));
    }
    return Object.fromEntries(entries);
  }

  private comma(end: string): void {
    const offset = this.at;
    if (!this.take(',')) this.fail(`Expected "," or "${end}", found ${this.here()}`);
    if (this.text[this.at] === end) this.fail(`Remove the comma before "${end}"`, offset);
  }

  private name(): string {
    if (this.text[this.at] !== '"') {
      this.fail(`Expected a field name in double quotes, found ${this.here()}`);
    }
    const name = this.string();
    this.space();
    if (!this.take(':')) this.fail(`Expected ":" after the name "${name}", found ${this.here()}`);
    return name;
  }

  private string(): string {
    const start = this.at;
    for (this.at += 1; this.text[this.at] !== '"'; this.at += 1) {
      const char = this.text[this.at];
      if (char === undefined) this.fail('Unterminated string: add the closing quote', start);
      if (char < ' ') this.fail('Escape line breaks and tabs in a string as \\n or \\t');
      if (char === '\\') this.escape();
    }
    this.at += 1;
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }

  /** Moves to the last character of an escape sequence. */
  private escape(): void {
    escape.lastIndex = this.at;
    const [found] = escape.exec(this.text) ?? [];
    if (found === undefined) this.fail('Escape a backslash in a string as \\\\');
    this.at += found.length - 1;
  }

  private literal(): JsonValue {
    word.lastIndex = this.at;
    const [found = ''] = word.exec(this.text) ?? [];
    const constant = constants.get(found);
    if (constant !== undefined) {
      this.at += found.length;
      return constant;
    }
    if (!isJsonNumber(found)) this.fail(this.unknown(found));
    if (!isExact(found)) {
      const isWhole = /^-?\d+$/.test(found);
      const message = isWhole ? inexactInteger : 'Too many digits to be represented exactly';
      this.losses.push({ path: [...this.path], message });
    }
    this.at += found.length;
    return Number(found);
  }

  private unknown(found: string): string {
    if (/^[-+.]?\d/.test(found)) return `Invalid number ${found}: write 12, -0.5 or 1e6`;
    if (found !== '')
      return `Unexpected ${found}: write a string in double quotes, true, false, null or a number`;
    if (this.text[this.at] === "'") return 'Use double quotes for strings';
    if (this.text[this.at] === '/') return 'Remove the comment: JSON has no comments';
    return `Expected a value, found ${this.here()}`;
  }
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
  /** What would change if the value were printed again. If there is anything, only the text can be edited. */
  readonly losses: readonly BodyError[];
}

export type ParsedBody = ValidBody | InvalidBody;

function positionOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Parses the text of a body. */
export function parseBody(text: string): ParsedBody {
  const reader = new JsonReader(text);
  try {
    const value = reader.read();
    return { kind: 'read', value, losses: reader.losses };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { offset, message } = error;
    return { kind: 'broken', ...positionOf(text, offset), offset, message };
  }
}

/** Prints a body as JSON, indented by two spaces. */
export function printBody(value: JsonValue): string {
  return JSON.stringify(value, null, 2);
}
