import type { JsonValue } from '@anedya-docs/openapi-model';
import { isTypedNumber, type ExactValue } from '@anedya-docs/openapi-model/typed-number';

/** Keys and indexes from the root of a body down to a value. */
export type Path = readonly (string | number)[];

/** An object of JSON. */
type JsonObject = Record<string, ExactValue>;

export function isObject<Value extends ExactValue>(
  value: Value | undefined,
): value is Extract<Value, Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isTypedNumber(value)
  );
}

/** The value at a path, if any. */
export function valueAt(body: JsonValue | undefined, path: Path): JsonValue | undefined;
export function valueAt(body: ExactValue | undefined, path: Path): ExactValue | undefined;
export function valueAt(body: ExactValue | undefined, path: Path): ExactValue | undefined {
  let value = body;
  for (const part of path) {
    if (Array.isArray(value)) value = typeof part === 'number' ? value[part] : undefined;
    else value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

/** A unique string for a path, without spaces: can be used as an element id. */
export function pathKey(path: Path): string {
  return path.map((part) => `/${typeof part === 'number' ? part : `.${escaped(part)}`}`).join('');
}

/** `encodeURIComponent` throws on a lone surrogate, which a JSON key may contain. */
const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** A path in dot notation: `policy.allow[0]`. */
export function pathName(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}

/** The value at a path in an example. For array items that the example does not have, the first item is used. */
export function exampleAt(example: JsonValue, path: Path): JsonValue | undefined {
  return (
    valueAt(example, path) ??
    valueAt(
      example,
      path.map((part) => (typeof part === 'number' ? 0 : part)),
    )
  );
}

/** A copy with one key or index replaced. */
function withPart(parent: ExactValue | undefined, part: string | number, next: ExactValue) {
  if (typeof part === 'string') return { ...(isObject(parent) ? parent : {}), [part]: next };
  const items = Array.isArray(parent) ? [...parent] : [];
  items[Math.min(part, items.length)] = next;
  return items;
}

/**
 * A copy of a body with a value set at a path. Keys keep their order and new keys come last. Missing parents, and
 * parents of another type, are created. An index beyond the end of an array adds one item.
 */
export function setAt(body: JsonValue | undefined, path: Path, next: JsonValue): JsonValue;
export function setAt(body: ExactValue | undefined, path: Path, next: ExactValue): ExactValue;
export function setAt(body: ExactValue | undefined, path: Path, next: ExactValue): ExactValue {
  const [part, ...rest] = path;
  if (part === undefined) return next;
  return withPart(body, part, setAt(valueAt(body, [part]), rest, next));
}

/** A copy of a body without the field or item at a path; the same body when there is none. */
export function removeAt(body: JsonValue, path: Path): JsonValue;
export function removeAt(body: ExactValue, path: Path): ExactValue;
export function removeAt(body: ExactValue, path: Path): ExactValue {
  const part = path.at(-1);
  const parentPath = path.slice(0, -1);
  const parent = valueAt(body, parentPath);
  if (part === undefined || valueAt(parent, [part]) === undefined) return body;
  if (Array.isArray(parent)) {
    return setAt(
      body,
      parentPath,
      parent.filter((_, index) => index !== part),
    );
  }
  const others = Object.entries(parent as JsonObject).filter(([name]) => name !== part);
  return setAt(body, parentPath, Object.fromEntries(others));
}

/** A copy of a body with one key renamed in place; the same body when the new key exists. */
export function renameKey(body: JsonValue, path: Path, from: string, to: string): JsonValue;
export function renameKey(body: ExactValue, path: Path, from: string, to: string): ExactValue;
export function renameKey(body: ExactValue, path: Path, from: string, to: string): ExactValue {
  const map = valueAt(body, path);
  if (!isObject(map) || Object.hasOwn(map, to) || !Object.hasOwn(map, from)) return body;
  const entries = Object.entries(map).map(([key, value]) => [key === from ? to : key, value]);
  return setAt(body, path, Object.fromEntries(entries) as JsonObject);
}

/** A copy of a body with an item appended to the array at a path. */
export function addItem(body: JsonValue, path: Path, item: JsonValue): JsonValue;
export function addItem(body: ExactValue, path: Path, item: ExactValue): ExactValue;
export function addItem(body: ExactValue, path: Path, item: ExactValue): ExactValue {
  const items = valueAt(body, path);
  return setAt(body, path, [...(Array.isArray(items) ? items : []), item]);
}

/** A key that a map does not have yet: `key1`, `key2`, … */
export function unusedKey(map: ExactValue | undefined): string {
  const existing = isObject(map) ? map : {};
  let number = 1;
  while (Object.hasOwn(existing, `key${number}`)) number += 1;
  return `key${number}`;
}
