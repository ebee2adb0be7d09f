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
  /** Says which elements follow, and how to get the others; empty if all do. */
  readonly note: string;
}

const lengthOf = (value: JsonValue) => JSON.stringify(value).length;

/** What has elements: items, entries or characters. */
type List = JsonValue[] | Record<string, JsonValue> | string;

const isList = (value: JsonValue): value is List =>
  typeof value === 'string' || (typeof value === 'object' && value !== null);

/**
 * A list far inside a response is its longest one: each step goes into the list with more than half of the characters, if at least
 * half of `max` is left for it.
 */
function longestList(value: JsonValue, max: number) {
  const keys: string[] = [];
  let list = value;
  let length = lengthOf(list);
  let space = max;
  while (isList(list) && typeof list !== 'string') {
    const least = Math.max(length / 2, length - (space - max / 2));
    const heavy = Object.entries(list).find(
      ([, entry]) => isList(entry) && lengthOf(entry) > least,
    );
    if (!heavy) break;
    const [key, entry] = heavy;
    keys.push(key);
    list = entry;
    space -= length - lengthOf(entry);
    length = lengthOf(entry);
  }
  return { keys, list, space };
}

/** Returns a copy of a value with another one at a path. */
function replaced(value: JsonValue, keys: readonly string[], entry: JsonValue): JsonValue {
  const [key, ...rest] = keys;
  if (key === undefined || typeof value !== 'object' || value === null) return entry;
  const inner = replaced((value as Record<string, JsonValue>)[key] ?? null, rest, entry);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}

type Entry = [key: string, element: JsonValue];

function entriesOf(list: JsonValue): Entry[] {
  if (!isList(list)) return [];
  return Object.entries(typeof list === 'string' ? Array.from(list) : list);
}

/** Returns a list of the same type with other elements. */
function rebuilt(list: JsonValue, entries: readonly Entry[]): JsonValue {
  const elements = entries.map(([, element]) => element);
  if (typeof list === 'string') return (elements as string[]).join('');
  return Array.isArray(list) ? elements : Object.fromEntries(entries);
}

function noteOf({ path, first, next, total }: NonNullable<Cut['part']>, isSplit: boolean): string {
  const where = path === '' ? 'the response' : `"${path}"`;
  if (first === total) return `There are no more elements: ${where} has ${total}.`;
  if (first === 0 && next === total) return '';
  const sentences = [`Elements ${first} to ${next - 1} of the ${total} in ${where} follow.`];
  if (isSplit) sentences.push('An entry that is too long counts as its own elements.');
  if (next < total) sentences.push(`For the next ones, repeat the request with "skip": ${next}.`);
  return sentences.join(' ');
}

/**
 * Shortens a value to whole elements of its longest list, so that its JSON has about `max` characters. An element that is too long
 * by itself counts as its own elements.
 * @param skip elements of the list that were already read
 */
export function cutWhole(value: JsonValue, max: number, skip = 0): Cut {
  if (lengthOf(value) <= max && skip === 0) return { value, note: '' };
  const { keys, list, space } = longestList(value, max);
  let left = space;
  let kept = 0;
  let total = 0;
  let isSplit = false;
  const shortened = (list: JsonValue): JsonValue => {
    const entries = entriesOf(list).flatMap((entry): Entry[] => {
      const [key, element] = entry;
      const isSplittable = typeof list !== 'string' && isList(element);
      if (isSplittable && lengthOf(element) > space) {
        isSplit = true;
        const before = kept;
        const inner = shortened(element);
        return kept === before ? [] : [[key, inner]];
      }
      total += 1;
      if (total <= skip || left < 0) return [];
      left -= lengthOf(rebuilt(list, [entry]));
      // At least one, so that the rest can be read.
      if (left < 0 && kept > 0) return [];
      kept += 1;
      return [entry];
    });
    return rebuilt(list, entries);
  };
  const rest = shortened(list);
  const first = Math.min(skip, total);
  const part = { path: keys.join('.'), first, next: first + kept, total };
  return { value: replaced(value, keys, rest), part, note: noteOf(part, isSplit) };
}
