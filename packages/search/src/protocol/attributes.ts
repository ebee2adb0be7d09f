import type { SearchRecord } from '../types.ts';

/** A record's fields, nested as in the record. */
export type Nested = Record<string, unknown>;

/** Whether a pattern (`*`, `hierarchy`, `hierarchy.lvl1`) covers the attribute at a dotted path. */
export function covers(pattern: string, path: string): boolean {
  return pattern === '*' || pattern === path || path.startsWith(`${pattern}.`);
}

const isObject = (value: unknown): value is Nested => typeof value === 'object' && value !== null;

/** Not among the leaves: every response has the one, and none the other, which is there to be searched. */
const notLeaves: ReadonlySet<string> = new Set(['objectID', 'keywords']);

type Leaf = readonly [path: string, value: unknown];

function leavesOf(record: SearchRecord): Leaf[] {
  return Object.entries(record)
    .filter(([name]) => !notLeaves.has(name))
    .flatMap(([name, value]: [string, unknown]): Leaf[] =>
      isObject(value)
        ? Object.entries(value).map(([inner, leaf]): Leaf => [`${name}.${inner}`, leaf])
        : [[name, value]],
    );
}

/** Of the records that have been hits: an answer reads each of its records three times, and the next one many of them again. */
const known = new WeakMap<SearchRecord, readonly Leaf[]>();

/** Leaves of a record by dotted path, without `objectID` and `keywords`. */
export function leaves(record: SearchRecord): readonly Leaf[] {
  const before = known.get(record);
  if (before) return before;
  const all = leavesOf(record);
  known.set(record, all);
  return all;
}

/** Puts a value at a dotted path. */
export function put(target: Nested, path: string, value: unknown): void {
  const [name = '', inner] = path.split('.', 2);
  if (inner === undefined) {
    target[name] = value;
    return;
  }
  const nested = isObject(target[name]) ? target[name] : {};
  target[name] = nested;
  nested[inner] = value;
}

/**
 * The attributes of a record that `attributesToRetrieve` names; `-name` takes one away
 * (https://www.algolia.com/doc/api-reference/api-parameters/attributesToRetrieve).
 */
export function retrieve(record: SearchRecord, patterns: readonly string[]): Nested {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('-'));
  const unwanted = patterns.filter((p) => p.startsWith('-')).map((p) => p.slice(1));
  const result: Nested = {};
  for (const [path, value] of leaves(record)) {
    if (!wanted.some((pattern) => covers(pattern, path))) continue;
    if (!unwanted.some((pattern) => covers(pattern, path))) put(result, path, value);
  }
  return result;
}
