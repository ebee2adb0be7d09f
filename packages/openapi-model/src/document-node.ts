import { type JsonObject, isJsonObject } from './json-object.ts';
import type { Path } from './json-pointer.ts';
import type { JsonValue } from './schema.ts';
import type { DocumentError, Source } from './source.ts';

/** A value of the dereferenced document with its path, so that errors can name its line. */
export class DocumentNode {
  constructor(
    private readonly source: Source,
    readonly path: Path,
    readonly value: JsonValue | undefined,
  ) {}

  /** The node at a relative path; if nothing is there, its value is `undefined`. */
  at(...keys: Path): DocumentNode {
    let value = this.value;
    for (const key of keys) {
      if (Array.isArray(value)) value = value[Number(key)];
      else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }
    return new DocumentNode(this.source, [...this.path, ...keys], value);
  }

  /** The value as an object; empty if it is not an object. */
  get object(): JsonObject {
    return isJsonObject(this.value) ? this.value : {};
  }

  /** Entries of an object in document order; none if it is not an object. */
  entries(): readonly (readonly [string, DocumentNode])[] {
    return Object.keys(this.object).map((key) => [key, this.at(key)] as const);
  }

  /** Items of an array; none if it is not an array. */
  items(): readonly DocumentNode[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : [];
  }

  /** The value if it is a string. */
  get text(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /**
   * The value as a string that a page needs.
   * @throws DocumentError if it is missing or empty
   */
  requiredText(): string {
    const { text } = this;
    if (text === undefined || text.trim() === '') {
      throw this.error(`${String(this.path.at(-1))} is missing`);
    }
    return text;
  }

  /** JSON Pointer of the value in the file. */
  get pointer(): string {
    return this.source.pointerOf(this.path);
  }

  error(reason: string): DocumentError {
    return this.source.error(this.path, reason);
  }
}
