import type { JsonValue } from '@anedya-docs/openapi-model';

/** Keys and indexes from the root of a body down to a value. */
export type Path = readonly (string | number)[];

/** An object of JSON. */
export type JsonObject = Record<string, JsonValue>;

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; nothing when there is none. */
export function valueAt(body: JsonValue | undefined, path: Path): JsonValue | undefined {
  let value = body;
  for (const part of path) {
    if (Array.isArray(value)) value = typeof part === 'number' ? value[part] : undefined;
    else value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

/** A path as one word without spaces: fit for an id, and different for different paths. */
export function pathKey(path: Path): string {
  return path.map((part) => `/${typeof part === 'number' ? part : `.${escaped(part)}`}`).join('');
}

/** `encodeURIComponent` refuses half a surrogate pair, which a key of JSON may hold. */
const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** A path as readers write it: `policy.allow[0]`. */
export function pathName(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}
