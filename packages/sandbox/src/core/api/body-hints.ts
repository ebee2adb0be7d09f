import type { JsonValue } from '@anedya-docs/openapi-model';
import { didYouMean } from '@anedya-docs/openapi-model/similar-names';
import { excerpt } from '../text.ts';
import { type Described, describedName } from './described-fields.ts';

/** Maximum number of hints for a body, and of list items that are checked: a body may have thousands of points. */
const most = { hints: 3, items: 20 } as const;

/** Maximum length of a name in a hint, in characters. */
const longestName = 60;

/** Threshold between the two time units: 1973 in milliseconds, the year 5138 in seconds. */
const unitsPart = 1e11;

const quoted = (name: string) => `"${excerpt(name, longestName)}"`;

/** Returns a hint for a timestamp that appears to be in the wrong unit. */
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
  const question = didYouMean(name.slice(0, longestName), absent);
  const what = `Unknown field ${quoted(path)}`;
  return question === undefined ? `${what} is ignored.` : `${what}: ${question}`;
}

function* findHints(described: Described, value: JsonValue, path: string): Generator<string> {
  const { fields, entries } = described;
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
    const meant = describedName(described, sent);
    const inner = fields.get(meant) ?? entries;
    if (meant !== sent) {
      const [read, use] = Object.hasOwn(value, meant)
        ? ['ignored', 'use']
        : [`read as "${meant}"`, 'send'];
      yield `${quoted(below)} is ${read}: ${use} "${meant}", because the letter case of field names matters.`;
    }
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
 * Returns hints about probable mistakes that are not errors: undescribed fields, names in another letter case, and timestamps
 * in the wrong unit. As far as is documented, the platform ignores undescribed fields.
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
