import type { RawOperation } from './read-operation.ts';
import { isJsonObject } from './json-object.ts';
import type { JsonValue } from './schema.ts';

/** A name in a code span: `command-send`. */
const codeSpan = /`([a-z0-9-]+)`/g;

/**
 * Replaces each `operationId` in a code span of a text with the slug of the operation (`x-slug`), the name that pages link.
 * @param value part of a document with its references resolved; modified in place, because its parts share objects
 */
export function nameBySlug(
  value: JsonValue,
  slugs: ReadonlyMap<string, string>,
  seen = new Set<JsonValue>(),
): JsonValue {
  if (typeof value === 'string') {
    return value.replaceAll(codeSpan, (span, id: string) => {
      const slug = slugs.get(id);
      return slug === undefined ? span : `\`${slug}\``;
    });
  }
  if (!isJsonObject(value) && !Array.isArray(value)) return value;
  if (seen.has(value)) return value;
  seen.add(value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = nameBySlug(item, slugs, seen);
  } else {
    for (const [name, part] of Object.entries(value)) value[name] = nameBySlug(part, slugs, seen);
  }
  return value;
}

/** Slugs of operations by `operationId`. */
export const slugsOf = (operations: readonly RawOperation[]): ReadonlyMap<string, string> =>
  new Map(operations.map(({ operationId, id }) => [operationId, id]));
