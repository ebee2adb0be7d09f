import type { JsonValue } from '@anedya-docs/openapi-model';
import { maxLevels, readJson } from '../api/read-json.ts';
import type { ReadContext } from '../context.ts';
import { malformed } from '../errors.ts';

/** A value in JSON text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Number of values in it at any level, at least 1, and the levels of objects and arrays. */
  readonly values: number;
  readonly levels: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma, colon] = [code('"'), code('\\'), code(','), code(':')];
const opening: ReadonlySet<number> = new Set([code('['), code('{')]);
const closing: ReadonlySet<number> = new Set([code(']'), code('}')]);
const spaces: ReadonlySet<number> = new Set([code(' '), code('\n'), code('\r'), code('\t')]);

/** U+FEFF in UTF-8. */
const mark = [0xef, 0xbb, 0xbf];

/** Bytes that are scanned between two pauses: about a millisecond. */
const perPause = 128_000;

/**
 * Reads large JSON text (RFC 8259) one value at a time, because parsing it at once blocks other work, and takes 25 times the
 * memory of the text if its values are small. It finds the ends of values; `read` parses one of them.
 */
export class JsonText {
  private at = 0;
  private pausedAt = 0;

  /** @param pause yields to other work */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly pause: ReadContext['pause'],
  ) {
    // A byte order mark (RFC 8259, 8.1), which some editors add.
    if (mark.every((byte, index) => bytes[index] === byte)) this.at = mark.length;
  }

  /** Parses a value. @throws RequestError 400 if it is not valid JSON */
  read({ start, end }: Pick<Span, 'start' | 'end'>): JsonValue {
    const bytes = this.bytes.subarray(start, end);
    try {
      // `span` has limited its nesting.
      return JSON.parse(utf8.decode(bytes)) as JsonValue;
    } catch {
      const read = readJson(bytes, 'body');
      throw malformed('error' in read ? read.error : 'The body is not valid JSON.');
    }
  }

  /**
   * Calls a function with the name of each member of an object. The function must read its value, with a method of this class.
   * @param start of the object; the start of the text by default
   */
  async members(onMember: (name: string) => Promise<void>, start?: number): Promise<void> {
    await this.list('{', start, async () => {
      const name = this.read(this.span());
      if (typeof name !== 'string') return this.fail('a name');
      this.expect(colon, '":"');
      await onMember(name);
    });
  }

  /** Calls a function with each element of an array, and yields to other work in between. */
  async elements(onElement: (span: Span) => Promise<void> | void, start?: number): Promise<void> {
    await this.list('[', start, () => onElement(this.span()));
  }

  /** Whether the next value is an object or an array. */
  nextIs(bracket: '{' | '['): boolean {
    return this.space() === code(bracket);
  }

  /** The position of the next value. */
  get position(): number {
    this.space();
    return this.at;
  }

  /** Requires that nothing follows. */
  end(): void {
    if (this.space() !== undefined) this.fail('the end');
  }

  /** Skips a value. */
  span(): Span {
    this.space();
    const { bytes, at: start } = this;
    let [levels, depth, values] = [0, 0, 1];
    let at = start;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) at = this.endOfString(at);
      else if (opening.has(byte)) {
        depth += 1;
        if (depth > levels) levels = depth;
        if (depth > maxLevels) {
          throw malformed(`The body has more than ${maxLevels} levels of objects and arrays.`);
        }
        values += 1;
      } else if (closing.has(byte)) {
        if (depth === 0) break;
        depth -= 1;
        if (depth === 0) {
          at += 1;
          break;
        }
      } else if (byte === comma) {
        if (depth === 0) break;
        values += 1;
      } else if (depth === 0 && (byte === colon || spaces.has(byte))) break;
      if (depth === 0 && byte === quote) {
        at += 1;
        break;
      }
    }
    if (depth > 0 || at === start) this.fail('a value');
    this.at = at;
    return { start, end: at, values, levels };
  }

  /** Returns the position of the closing quote. */
  private endOfString(start: number): number {
    const { bytes } = this;
    for (let at = start + 1; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === backslash) at += 1;
      else if (byte === quote) return at;
    }
    return this.fail('the end of a string');
  }

  private async list(
    bracket: '{' | '[',
    start: number | undefined,
    onItem: () => Promise<void> | void,
  ): Promise<void> {
    if (start !== undefined) this.at = this.pausedAt = start;
    this.expect(code(bracket), `"${bracket}"`);
    const end = bracket === '{' ? code('}') : code(']');
    if (this.space() === end) {
      this.at += 1;
      return;
    }
    for (;;) {
      const done = onItem();
      // A table can have millions of elements: a promise for each would take most of the time.
      if (done) await done;
      if (this.at - this.pausedAt >= perPause) {
        this.pausedAt = this.at;
        await this.pause(1);
      }
      const next = this.space();
      this.at += 1;
      if (next === end) return;
      if (next !== comma) this.fail('"," or the end of a list');
    }
  }

  /** Skips white space. @returns the next byte */
  private space(): number | undefined {
    const { bytes } = this;
    while (spaces.has(bytes[this.at] ?? 0)) this.at += 1;
    return bytes[this.at];
  }

  private expect(byte: number, what: string): void {
    if (this.space() !== byte) this.fail(what);
    this.at += 1;
  }

  private fail(what: string): never {
    throw malformed(
      `The body is not valid JSON: byte ${Math.min(this.at, this.bytes.length)} is not ${what}.`,
    );
  }
}
