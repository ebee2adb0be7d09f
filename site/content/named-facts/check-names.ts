import type { JsonValue } from '@anedya-docs/openapi-model';
import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import { otherNamesFile, type Facts } from './facts';
import type { Kind, KnownNames } from './known-names';

function nearHint(names: KnownNames, word: string, kinds: readonly Kind[]): string {
  const candidates = [...names].filter(([, of]) => kinds.some((kind) => of.has(kind)));
  const near = similarNames(
    word,
    candidates.map(([name]) => name),
  );
  if (near.length === 0) return 'They have no similar name.';
  const described = near.map((name) => {
    const [kind, where] = [...(names.get(name) ?? [])].find(([of]) => kinds.includes(of)) ?? [];
    return `"${name}" (${kind ?? ''} of ${where ?? ''})`;
  });
  return `There is ${described.join(', ')}.`;
}

/** Error message for an unknown name, with similar names and how to fix it. */
export function unknownName(
  facts: Facts,
  text: string,
  what: string,
  kinds: readonly Kind[],
): string {
  return (
    `${what} "${text}" is in neither OpenAPI document. ${nearHint(facts.names, text, kinds)} ` +
    `Correct it, or list it in ${otherNamesFile} if it is not part of the APIs.`
  );
}

/** How names of one form are looked up. */
interface NameForm {
  readonly name: string;
  readonly pattern: RegExp;
  /** Kinds of names that the name must be one of; undefined if any text of this form is valid. */
  readonly kinds: readonly Kind[];
  /** Returns the name as spelled in the documents; by default, the text itself. */
  readonly spelling?: (text: string) => string;
}

/** From the most specific form to the most general; the first match applies. */
const forms: readonly NameForm[] = [
  { name: 'UUID', pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, kinds: [] },
  { name: 'placeholder', pattern: /^\{\w+\}$/, kinds: ['address'] },
  {
    name: 'reason code or permission',
    pattern: /^\w+::\w+$/,
    kinds: ['code', 'permission', 'value'],
  },
  { name: 'MQTT topic', pattern: /^\$anedya\b|\/json$/, kinds: ['topic'] },
  { name: 'address', pattern: /^\w+:\/\/|\.anedya\.io$/, kinds: ['address'] },
  {
    name: 'path of an operation',
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
    pattern: /^[\w./-]+\.(?:bin|c|csv|der|go|html|ino|mjs|pem|py|txt)$/,
    kinds: [],
  },
  {
    name: 'name',
    pattern: /^/,
    kinds: ['field', 'value', 'topic', 'operation', 'header', 'type', 'example'],
  },
];

/** Parses inline code as JSON: an object, an array, a quoted string, or one pair such as `"available": false`. */
export function parseFragment(text: string): JsonValue | undefined {
  if (!/^[[{"]/.test(text)) return undefined;
  for (const candidate of [text, `{${text}}`]) {
    try {
      return JSON.parse(candidate) as JsonValue;
    } catch {
      // Try the other form.
    }
  }
  return undefined;
}

function keysOf(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return Object.entries(value).flatMap(([key, part]) => [key, ...keysOf(part)]);
}

/** Keys that are ids belong to maps and are not field names. */
const id = /^[0-9a-f-]{36}$/;

/** Checks that every key of a JSON value is a field of a document or is listed. */
export function checkKeys(facts: Facts, value: JsonValue): readonly string[] {
  return [...new Set(keysOf(value))]
    .filter((key) => !id.test(key))
    .filter((key) => facts.names.get(key)?.has('field') !== true && !facts.lists('names', key))
    .map((key) => unknownName(facts, key, 'the field', ['field']));
}

/** True when a document contains the name as one of these kinds; header names are not case-sensitive. */
function isKnown(names: KnownNames, name: string, kinds: readonly Kind[]): boolean {
  const found = names.get(name);
  if (kinds.some((kind) => found?.has(kind))) return true;
  return kinds.includes('header') && names.get(name.toLowerCase())?.has('header') === true;
}

/** Returns what is wrong with an inline code span; undefined when all its names are known or listed. */
export function checkName(facts: Facts, text: string): readonly string[] {
  if (facts.lists('names', text)) return [];
  const fragment = parseFragment(text);
  if (fragment !== undefined) return checkKeys(facts, fragment);
  const [program, ...rest] = text.split(' ');
  if (rest.length > 0 && facts.lists('programs', program ?? '')) return [];
  const shape = forms.find(({ pattern }) => pattern.test(text));
  if (!shape || shape.kinds.length === 0) return [];
  const name = shape.spelling?.(text) ?? text;
  if (isKnown(facts.names, name, shape.kinds)) return [];
  const bare = name.replace(facts.topicPrefix, '');
  if (bare !== text && (isKnown(facts.names, bare, shape.kinds) || facts.lists('names', bare))) {
    return [];
  }
  return [unknownName(facts, bare, `the ${shape.name}`, shape.kinds)];
}
