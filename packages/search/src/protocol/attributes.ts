import type { SearchRecord } from '../types.ts';

/** A record's fields, nested as in the record. */
export type Nested = Record<string, unknown>;

/** Whether a pattern (`*`, `hierarchy`, `hierarchy.lvl1`) covers the attribute at a dotted path. */
export function covers(pattern: string, path: string): boolean {
  return pattern === '*' || pattern === path || path.startsWith(`${pattern}.`);
}

const isObject = (value: unknown): value is Nested => typeof value === 'object' && value !== null;

/** Leaves of a record by dotted path, `objectID` left out: every answer has it. */
export function leaves(record: SearchRecord): [path: string, value: unknown][] {
  return Object.entries(record)
    .filter(([name]) => name !== 'objectID')
    .flatMap(([name, value]: [string, unknown]) =>
      isObject(value)
        ? Object.entries(value).map(([inner, leaf]): [string, unknown] => [
            `${name}.${inner}`,
            leaf,
          ])
        : [[name, value] as [string, unknown]],
    );
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
