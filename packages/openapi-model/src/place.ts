import type { DocumentError } from './errors.ts';
import { isObject, type JsonObject, type Path } from './json.ts';
import type { Source } from './source.ts';
import type { JsonValue } from './types.ts';

/** A value of the dereferenced document together with where it stands, so that errors can name its line. */
export class Place {
  constructor(
    private readonly source: Source,
    readonly path: Path,
    readonly value: JsonValue | undefined,
  ) {}

  /** The value below some keys; one that does not exist is a place too, with `undefined` as its value. */
  at(...keys: Path): Place {
    let value = this.value;
    for (const key of keys) {
      if (Array.isArray(value)) value = value[Number(key)];
      else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }
    return new Place(this.source, [...this.path, ...keys], value);
  }

  /** The value as an object; an empty one when it is none. */
  get object(): JsonObject {
    return isObject(this.value) ? this.value : {};
  }

  /** Entries of an object, in the order of the document; none when it is no object. */
  entries(): readonly (readonly [string, Place])[] {
    return Object.keys(this.object).map((key) => [key, this.at(key)] as const);
  }

  /** Items of an array; none when it is no array. */
  items(): readonly Place[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : [];
  }

  /** The value as text, or nothing when it is no text. */
  get text(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /**
   * A text that a page cannot do without.
   * @throws DocumentError when it is missing or empty
   */
  requiredText(): string {
    const { text } = this;
    if (text === undefined || text.trim() === '') {
      throw this.error(`${String(this.path.at(-1))} is missing`);
    }
    return text;
  }

  /** Where the value stands in the file, as a JSON Pointer. */
  get pointer(): string {
    return this.source.pointerOf(this.path);
  }

  error(reason: string): DocumentError {
    return this.source.error(this.path, reason);
  }
}
