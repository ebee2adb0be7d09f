import type { JsonValue } from '@anedya-docs/openapi-model';
import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import { otherNamesFile, type Facts } from './facts';
import type { Kind, KnownNames } from './known-names';

function nearHint(names: KnownNames, word: string, kinds: readonly Kind[]): string {
  const rivals = [...names].filter(([, of]) => kinds.some((kind) => of.has(kind)));
  const near = similarNames(
    word,
    rivals.map(([name]) => name),
  );
  if (near.length === 0) return 'No name there is close to it.';
  const described = near.map((name) => {
    const [kind, where] = [...(names.get(name) ?? [])].find(([of]) => kinds.includes(of)) ?? [];
    return `"${name}" (${kind ?? ''} of ${where ?? ''})`;
  });
  return `There is ${described.join(', ')}.`;
}

/** Says that a name is unknown, which near ones there are and what a writer can do. */
export function unknownName(
  facts: Facts,
  text: string,
  what: string,
  kinds: readonly Kind[],
): string {
  return (
    `${what} "${text}" is in neither OpenAPI document. ${nearHint(facts.names, text, kinds)} ` +
    `Correct it, or list it in ${otherNamesFile} if it is none of the API's.`
  );
}

/** How names of one form are looked up. */
interface Shape {
  readonly name: string;
  readonly pattern: RegExp;
  /** Kinds of names among which it must be; none where any text of this form is fine. */
  readonly kinds: readonly Kind[];
  /** The name as the documents spell it; the text itself without it. */
  readonly spelling?: (text: string) => string;
}

/** From the most particular form to the least; the first that fits counts. */
const shapes: readonly Shape[] = [
  { name: 'UUID', pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, kinds: [] },
  { name: 'placeholder', pattern: /^\{\w+\}$/, kinds: ['address'] },
  {
    name: 'reason code or permission',
    pattern: /^\w+::\w+$/,
    kinds: ['code', 'permission'],
  },
  { name: 'MQTT topic', pattern: /^\$anedya\b|\/json$/, kinds: ['topic'] },
  { name: 'address', pattern: /^\w+:\/\/|\.anedya\.io$/, kinds: ['address'] },
  {
    name: 'path of a call',
    pattern: /^(?:[A-Z]+ )?\/[\w/<>-]+$/,
    kinds: ['path'],
    spelling: (text) => text.replace(/^POST /, '').replace(/^\/v1(?=\/)/, ''),
  },
  {
    name: 'header',
    pattern: /^(?:[A-Z][a-z]+(?:-[A-Za-z]+)*: \S|[Xx]-[Aa]nedya-|[A-Z][a-z]+-[A-Za-z]+$)/,
    kinds: ['header'],
  },
  { name: 'error code or port', pattern: /^\d{4}$/, kinds: ['number'] },
  { name: 'number', pattern: /^-?\d+(?:\.\d+)*$/, kinds: [] },
  { name: 'boolean or null', pattern: /^(?:true|false|null)$/, kinds: [] },
  { name: 'digest', pattern: /^[0-9a-f]{16,}$/, kinds: [] },
  { name: 'environment variable', pattern: /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/, kinds: [] },
  {
    name: 'file name',
    pattern: /^[\w./-]+\.(?:bin|c|der|go|ino|mjs|pem|py|txt)$/,
    kinds: [],
  },
  {
    name: 'name',
    pattern: /^/,
    kinds: ['field', 'value', 'topic', 'call', 'header', 'type', 'example'],
  },
];

/** Reads a span as JSON: an object, a list, a quoted string, or one pair such as `"available": false`. */
export function parseFragment(text: string): JsonValue | undefined {
  if (!/^[[{"]/.test(text)) return undefined;
  for (const candidate of [text, `{${text}}`]) {
    try {
      return JSON.parse(candidate) as JsonValue;
    } catch {
      // The other reading may fit.
    }
  }
  return undefined;
}

function keysOf(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return Object.entries(value).flatMap(([key, part]) => [key, ...keysOf(part)]);
}

/** Ids are keys of maps: they name no field. */
const id = /^[0-9a-f-]{36}$/;

/** Checks that every key of a JSON value is a field of a document, or listed. */
export function checkKeys(facts: Facts, value: JsonValue): readonly string[] {
  return [...new Set(keysOf(value))]
    .filter((key) => !id.test(key))
    .filter((key) => facts.names.get(key)?.has('field') !== true && !facts.lists('names', key))
    .map((key) => unknownName(facts, key, 'the field', ['field']));
}

/** Whether a document has the name as one of these kinds; headers are spelled in any case. */
function isKnown(names: KnownNames, name: string, kinds: readonly Kind[]): boolean {
  const found = names.get(name);
  if (kinds.some((kind) => found?.has(kind))) return true;
  return kinds.includes('header') && names.get(name.toLowerCase())?.has('header') === true;
}

/** What is wrong with an inline code span, in words; nothing when all it names is known or listed. */
export function checkName(facts: Facts, text: string): readonly string[] {
  if (facts.lists('names', text)) return [];
  const fragment = parseFragment(text);
  if (fragment !== undefined) return checkKeys(facts, fragment);
  const [program, ...rest] = text.split(' ');
  if (rest.length > 0 && facts.lists('programs', program ?? '')) return [];
  const shape = shapes.find(({ pattern }) => pattern.test(text));
  if (!shape || shape.kinds.length === 0) return [];
  const name = shape.spelling?.(text) ?? text;
  if (isKnown(facts.names, name, shape.kinds)) return [];
  const bare = name.replace(facts.topicPrefix, '');
  if (bare !== text && (isKnown(facts.names, bare, shape.kinds) || facts.lists('names', bare))) {
    return [];
  }
  return [unknownName(facts, bare, `the ${shape.name}`, shape.kinds)];
}
