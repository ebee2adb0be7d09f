import SwaggerParser from '@apidevtools/swagger-parser';
import type { JsonObject } from './json.ts';
import { fromPointer } from './pointer.ts';
import type { Source } from './source.ts';
import type { JsonValue } from './types.ts';

/** A document as the library types it. */
export type LibraryDocument = Awaited<ReturnType<typeof SwaggerParser.parse>>;

/** Names of the keys that stand beside a `$ref` anywhere. */
function keysBesideReferences(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(keysBesideReferences);
  if (!('$ref' in value)) return inside;
  return [...inside, ...Object.keys(value).filter((key) => key !== '$ref')];
}

/**
 * The document with every `$ref` replaced by its target; equal references share one object. Keys beside a
 * `$ref` win over those of its target.
 * @param data is changed: pass a copy
 * @throws DocumentError for a circular reference
 */
export async function resolveReferences(source: Source, data: JsonObject): Promise<JsonObject> {
  let circle = '#';
  try {
    const resolved = await SwaggerParser.dereference(data as unknown as LibraryDocument, {
      resolve: { external: false },
      dereference: {
        circular: false,
        onCircular: (pointer: string) => (circle = pointer),
        // Without this they win at the first use of a target only (json-schema-ref-parser 14.0.1).
        preservedProperties: [...new Set(keysBesideReferences(data))],
      },
    });
    return resolved as unknown as JsonObject;
  } catch (error) {
    const place = [...fromPointer(circle), '$ref'];
    if (error instanceof ReferenceError) {
      throw source.error(
        place,
        `$ref "${source.textAt(place)}" is circular: it leads back to itself`,
      );
    }
    throw source.error(place, error instanceof Error ? error.message : String(error));
  }
}
