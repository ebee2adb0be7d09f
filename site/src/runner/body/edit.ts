import type { JsonValue } from '@anedya-docs/openapi-model';
import { isObject, valueAt, type JsonObject, type Path } from './path';

/** A copy with another value at one key or index. */
function withPart(parent: JsonValue | undefined, part: string | number, next: JsonValue) {
  if (typeof part === 'string') return { ...(isObject(parent) ? parent : {}), [part]: next };
  const items = Array.isArray(parent) ? [...parent] : [];
  items[Math.min(part, items.length)] = next;
  return items;
}

/**
 * A body with another value at a path. Keys keep their order, a new one comes last; what the path passes through is
 * made when it is missing or of another type. An index beyond the end of an array adds one item.
 */
export function setAt(body: JsonValue | undefined, path: Path, next: JsonValue): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined) return next;
  return withPart(body, part, setAt(valueAt(body, [part]), rest, next));
}

/** A body without the field or item at a path; the same body when there is none. */
export function removeAt(body: JsonValue, path: Path): JsonValue {
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
  const kept = Object.entries(parent as JsonObject).filter(([name]) => name !== part);
  return setAt(body, parentPath, Object.fromEntries(kept));
}

/** A body with another key for one entry, at the same place; the same body when that key is taken. */
export function renameKey(body: JsonValue, path: Path, from: string, to: string): JsonValue {
  const map = valueAt(body, path);
  if (!isObject(map) || Object.hasOwn(map, to) || !Object.hasOwn(map, from)) return body;
  const entries = Object.entries(map).map(([key, value]) => [key === from ? to : key, value]);
  return setAt(body, path, Object.fromEntries(entries) as JsonObject);
}

/** A body with one more item at the end of the array at a path. */
export function addItem(body: JsonValue, path: Path, item: JsonValue): JsonValue {
  const items = valueAt(body, path);
  return setAt(body, path, [...(Array.isArray(items) ? items : []), item]);
}

/** A key that a map does not hold yet: `key1`, `key2`, … */
export function freshKey(map: JsonValue | undefined): string {
  const taken = isObject(map) ? map : {};
  let number = 1;
  while (Object.hasOwn(taken, `key${number}`)) number += 1;
  return `key${number}`;
}
