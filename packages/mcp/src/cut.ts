import type { JsonValue } from '@anedya-docs/openapi-model';

/** Which elements of a value are left. */
export interface Cut {
  readonly value: JsonValue;
  /** Undefined if nothing was removed. */
  readonly part?: {
    /** Where the elements are: `data.019f….points`; empty for the value itself. */
    readonly path: string;
    readonly first: number;
    /** First element that was removed; the total if the rest is there. */
    readonly next: number;
    readonly total: number;
  };
}

const lengthOf = (value: JsonValue) => JSON.stringify(value).length;

type List = JsonValue[] | Record<string, JsonValue>;

const isList = (value: JsonValue): value is List => typeof value === 'object' && value !== null;

/** A list far inside a response is its longest one: each step goes into the entry with more than half of the characters. */
function longestList(value: JsonValue): { readonly keys: string[]; readonly list: JsonValue } {
  const keys: string[] = [];
  let list = value;
  let length = lengthOf(list);
  while (isList(list)) {
    const half = length / 2;
    const heavy = Object.entries(list).find(([, entry]) => lengthOf(entry) > half);
    if (!heavy) break;
    const [key, entry] = heavy;
    keys.push(key);
    list = entry;
    length = lengthOf(entry);
  }
  return { keys, list };
}

/** Returns a copy of a value with another one at a path. */
function replaced(value: JsonValue, keys: readonly string[], entry: JsonValue): JsonValue {
  const [key, ...rest] = keys;
  if (key === undefined || !isList(value)) return entry;
  const inner = replaced((value as Record<string, JsonValue>)[key] ?? null, rest, entry);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}

/** Elements of a list as they are removed: items, entries or characters. */
function elementsOf(list: JsonValue): readonly unknown[] {
  if (Array.isArray(list)) return list;
  if (isList(list)) return Object.entries(list);
  return typeof list === 'string' ? Array.from(list) : [];
}

function rebuilt(list: JsonValue, elements: readonly unknown[]): JsonValue {
  if (Array.isArray(list)) return elements as JsonValue[];
  if (isList(list)) return Object.fromEntries(elements as [string, JsonValue][]);
  return (elements as string[]).join('');
}

/**
 * Shortens a value to whole elements of its longest list, so that its JSON has about `max` characters.
 * @param skip elements of the list that were already read
 */
export function cutWhole(value: JsonValue, max: number, skip = 0): Cut {
  const excess = lengthOf(value) - max;
  if (excess <= 0 && skip === 0) return { value };
  const { keys, list } = longestList(value);
  const elements = elementsOf(list);
  const first = Math.min(skip, elements.length);
  let left = lengthOf(list) - Math.max(0, excess);
  let next = first;
  while (next < elements.length) {
    left -= lengthOf(elements[next] as JsonValue) + 1;
    // At least one, so that the rest can be read.
    if (left < 0 && next > first) break;
    next += 1;
  }
  const part = { path: keys.join('.'), first, next, total: elements.length };
  return { value: replaced(value, keys, rebuilt(list, elements.slice(first, next))), part };
}
