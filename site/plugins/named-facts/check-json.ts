import type { JsonValue } from '@anedya-docs/openapi-model';
import type { Facts } from './facts';
import { unknownName } from './unknown-name';

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
