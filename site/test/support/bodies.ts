import { bodyCheck } from '@site/src/features/request-runner/BodyEditor/body-errors';
import { formsOf } from '@site/src/features/request-runner/BodyEditor/forms';
import type { JsonValue, Operation, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { formValidator } from '@anedya-docs/openapi-model/form-validator';
import { readApi } from '../../content/api-reference/documents';

import type { BodyError } from '../../src/requests/json-text';

const documents = await Promise.all([readApi('platform'), readApi('device')]);

/** All operations of both documents, by id. */
export const operations: readonly (readonly [string, Operation])[] = documents
  .flatMap(({ document }) => document.operations)
  .map((operation) => [operation.id, operation]);

export function requestOf(id: string): Operation['request'] {
  const found = operations.find(([known]) => known === id);
  if (!found) throw new Error(`there is no operation "${id}"`);
  return found[1].request;
}

/** Pseudorandom numbers below 1 with a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A value with all possible fields: one item, one entry `key1`, and the form with a number if there are several. */
export function fullValue(schema: Schema, form = 0): JsonValue {
  const merged = mergeSchema(schema);
  const forms = formsOf(merged);
  const chosen = forms[Math.min(form, forms.length - 1)];
  if (chosen) return fullValue(chosen.schema, form);
  if (merged.items) return [fullValue(merged.items, form)];
  const entries: [string, JsonValue][] = Object.entries(merged.properties ?? {}).map(
    ([name, property]) => [name, fullValue(property, form)],
  );
  if (typeof merged.additionalProperties === 'object') {
    entries.push(['key1', fullValue(merged.additionalProperties, form)]);
  }
  if (merged.type === 'object' || entries.length > 0) return Object.fromEntries(entries);
  return merged.enum?.[0] ?? merged.examples?.[0] ?? emptyOf(merged.type);
}

function emptyOf(type: Schema['type']): JsonValue {
  if (type === 'boolean') return false;
  return type === 'integer' || type === 'number' ? 0 : '';
}

const checks = new WeakMap<Schema, ReturnType<typeof bodyCheck>>();

/** The body check of the page, with a validator that is compiled here. */
export function checkOf(schema: Schema): ReturnType<typeof bodyCheck> {
  const known = checks.get(schema);
  if (known) return known;
  const validate = formValidator(schema);
  const check = bodyCheck(schema, (value) => (validate(value) ? [] : (validate.errors ?? [])));
  checks.set(schema, check);
  return check;
}

/** Errors in the text of a body. */
export const bodyErrors = (schema: Schema, text: string) => checkOf(schema)(text);

/** Errors in the value of a body. */
export const schemaErrors = (schema: Schema, value: JsonValue): readonly BodyError[] =>
  bodyErrors(schema, JSON.stringify(value));
