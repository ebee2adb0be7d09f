import type { JsonValue } from '@anedya-docs/openapi-model';
import type { BodyFault } from './body-faults';
import { isExact, isJsonNumber } from './exact-number';
import { tooLarge } from './fault-message';

/** Where a text stops being JSON, and what to do about it. */
export class JsonTextError extends Error {
  constructor(
    message: string,
    /** Characters (UTF-16 code units) before the place. */
    readonly offset: number,
  ) {
    super(message);
  }
}

/** More levels than any body of these APIs has, and few enough for every later step. */
const maxDepth = 200;

const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const word = /[-+.\w]+/y;

const constants = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Reads JSON (RFC 8259) from its first character on. Its messages are the same in every browser, which those of
 * `JSON.parse` are not, and it notes what a JavaScript value cannot keep.
 */
export class JsonReader {
  /** What would change if the value were written again: numbers that cannot be kept exactly, names that repeat. */
  readonly losses: BodyFault[] = [];
  private at = 0;
  private readonly path: (string | number)[] = [];

  constructor(private readonly text: string) {}

  /** @throws JsonTextError when the text is not one JSON value */
  read(): JsonValue {
    this.space();
    if (this.at === this.text.length) this.fail('The body is empty');
    const value = this.value();
    if (this.at < this.text.length)
      this.fail(`Expected nothing after the body, found ${this.here()}`);
    return value;
  }

  private fail(message: string, offset = this.at): never {
    throw new JsonTextError(message, offset);
  }

  private here(): string {
    const char = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    return this.at < this.text.length ? JSON.stringify(char) : 'the end of the text';
  }

  private space(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'end')) this.at += 1;
  }

  /** Steps over a character that may come next. */
  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    this.space();
    return true;
  }

  /** A value and the space behind it. */
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
        this.losses.push({ path: [...this.path, name], message: 'This name stands here twice' });
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
      this.fail(`Expected the name of a field in double quotes, found ${this.here()}`);
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
      if (char === undefined) this.fail('This text has no closing quote', start);
      if (char < ' ') this.fail('Write a line break or a tab inside a text as \\n or \\t');
      if (char === '\\') this.escape();
    }
    this.at += 1;
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }

  /** Steps to the last character of an escape. */
  private escape(): void {
    escape.lastIndex = this.at;
    const [found] = escape.exec(this.text) ?? [];
    if (found === undefined) this.fail('Write a backslash inside a text as \\\\');
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
      const message = isWhole ? tooLarge : 'Has more digits than can be kept exactly';
      this.losses.push({ path: [...this.path], message });
    }
    this.at += found.length;
    return Number(found);
  }

  private unknown(found: string): string {
    if (/^[-+.]?\d/.test(found)) return `Write the number ${found} as JSON does: 12, -0.5, 1e6`;
    if (found !== '') return `Write ${found} in double quotes, or true, false, null or a number`;
    if (this.text[this.at] === "'") return 'Write texts in double quotes, not in single ones';
    if (this.text[this.at] === '/') return 'Remove the comment: JSON has none';
    return `Expected a value, found ${this.here()}`;
  }
}
