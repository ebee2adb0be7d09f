import { isObject } from './json.ts';
import type { Place } from './place.ts';

/** Keywords that hold one schema, a list of schemas, and a map of schemas (JSON Schema 2020-12, core 10). */
const single = [
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['$defs', 'dependentSchemas', 'patternProperties', 'properties'];

/**
 * A schema and every schema inside it, the outer ones first.
 * @param seen schema objects to leave out; those met are added
 */
export function* walkSchemas(schema: Place, seen = new Set<unknown>()): Generator<Place> {
  if (!isObject(schema.value) || seen.has(schema.value)) return;
  seen.add(schema.value);
  yield schema;
  for (const keyword of single) yield* walkSchemas(schema.at(keyword), seen);
  for (const keyword of lists) {
    for (const part of schema.at(keyword).items()) yield* walkSchemas(part, seen);
  }
  for (const keyword of maps) {
    for (const [, part] of schema.at(keyword).entries()) yield* walkSchemas(part, seen);
  }
}
