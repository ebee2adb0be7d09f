import SwaggerParser from '@apidevtools/swagger-parser';
import { fromPointer, type JsonObject, type Path } from './json.ts';
import type { JsonValue } from './schema.ts';
import type { Source } from './source.ts';

/**
 * Checks that every `$ref` is local, so that nothing is fetched, has a target, and is not inside its target. A `$ref` in an
 * example is checked as well, because the library resolves it too.
 * @throws DocumentError at the line of the `$ref`
 */
export function checkReferences(source: Source, value: JsonValue, path: Path = []): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const here = [...path, key];
    if (key === '$ref' && typeof item === 'string') {
      if (!item.startsWith('#/')) {
        throw source.error(here, `$ref "${item}" is not local: write "#/components/..."`);
      }
      const target = fromPointer(item);
      if (target.every((token, depth) => token === String(here[depth]))) {
        throw source.error(here, `$ref "${item}" is circular: it is inside its own target`);
      }
      if (!source.has(target)) {
        throw source.error(here, `$ref "${item}" has no target in this document`);
      }
    }
    checkReferences(source, item, here);
  }
}

/** A document as the library types it. */
export type LibraryDocument = Awaited<ReturnType<typeof SwaggerParser.parse>>;

/** Names of all keys that are siblings of a `$ref`. */
function siblingsOfReferences(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.values(value).flatMap(siblingsOfReferences);
  if (!('$ref' in value)) return nested;
  return [...nested, ...Object.keys(value).filter((key) => key !== '$ref')];
}

/**
 * Replaces every `$ref` with its target; equal references share one object. Siblings of a `$ref` override the keys of its
 * target.
 * @param data is modified: pass a copy
 * @throws DocumentError for a circular reference
 */
export async function resolveReferences(source: Source, data: JsonObject): Promise<JsonObject> {
  let cycle = '#';
  try {
    const resolved = await SwaggerParser.dereference(data as unknown as LibraryDocument, {
      resolve: { external: false },
      dereference: {
        circular: false,
        onCircular: (pointer: string) => (cycle = pointer),
        // Otherwise siblings override only at the first use of a target (json-schema-ref-parser 14.0.1).
        preservedProperties: [...new Set(siblingsOfReferences(data))],
      },
    });
    return resolved as unknown as JsonObject;
  } catch (error) {
    const path = [...fromPointer(cycle), '$ref'];
    if (error instanceof ReferenceError) {
      throw source.error(
        path,
        `$ref "${source.textAt(path)}" is circular: it leads back to itself`,
      );
    }
    throw source.error(path, error instanceof Error ? error.message : String(error));
  }
}
