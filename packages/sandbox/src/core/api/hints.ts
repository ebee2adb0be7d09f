import { nearest } from '@anedya-docs/openapi-model/fields';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { Described } from './described-fields.ts';

/** Hints of one body, and items of a list that are looked at: a body may hold thousands of points. */
const most = { hints: 3, items: 20 } as const;

/** Characters of a name that a hint repeats. */
const longestName = 60;

/** Where the two units of time part: 1973 in milliseconds, the year 5138 in seconds. */
const unitsPart = 1e11;

const quoted = (name: string) => `"${name.slice(0, longestName)}"`;

/** What is odd about a point in time: a number of the other unit lies a thousand times off. */
function unitHint(name: string, unit: Described['unit'], value: JsonValue): string | undefined {
  if (typeof value !== 'number' || unit === undefined) return undefined;
  if (unit === 'seconds' && value >= unitsPart) {
    return `${quoted(name)} looks like Unix milliseconds: send seconds.`;
  }
  if (unit === 'milliseconds' && value >= unitsPart / 1000 && value < unitsPart) {
    return `${quoted(name)} looks like Unix seconds: send milliseconds.`;
  }
  return undefined;
}

function unknownHint(
  name: string,
  path: string,
  { fields }: Described,
  present: ReadonlySet<string>,
) {
  const absent = [...fields.keys()].filter((field) => !present.has(field.toLowerCase()));
  const [meant] = nearest(name.slice(0, longestName), absent, 1);
  const what = `Unknown field ${quoted(path)}`;
  return meant === undefined ? `${what} is ignored.` : `${what}: did you mean "${meant}"?`;
}

function* findHints(described: Described, value: JsonValue, path: string): Generator<string> {
  const { fields, names, entries } = described;
  if (typeof value !== 'object' || value === null || (fields.size === 0 && !entries)) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.slice(0, most.items).entries()) {
      yield* findHints(described, item, `${path}[${index}]`);
    }
    return;
  }
  const present = new Set(Object.keys(value).map((name) => name.toLowerCase()));
  for (const [sent, part] of Object.entries(value)) {
    const below = path === '' ? sent : `${path}.${sent}`;
    const inner = fields.get(names.get(sent.toLowerCase()) ?? sent) ?? entries;
    if (!inner) {
      yield unknownHint(sent, below, described, present);
      continue;
    }
    const hint = unitHint(below, inner.unit, part);
    if (hint !== undefined) yield hint;
    yield* findHints(inner, part, below);
  }
}

/**
 * What is probably a mistake in a body, and no error by itself: fields that no document describes, and times in the other
 * unit. The platform ignores such fields as far as is known.
 * @returns a few sentences
 */
export function bodyHints(described: Described, body: JsonValue): readonly string[] {
  const hints: string[] = [];
  for (const hint of findHints(described, body, '')) {
    hints.push(hint);
    if (hints.length === most.hints) break;
  }
  return hints;
}
