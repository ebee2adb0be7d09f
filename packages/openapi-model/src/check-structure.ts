import SwaggerParser from '@apidevtools/swagger-parser';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { tellingFault } from './ajv-fault.ts';
import type { JsonObject } from './json.ts';
import { Place } from './place.ts';
import type { LibraryDocument } from './resolve-references.ts';
import type { Source } from './source.ts';

/**
 * Takes out the descriptions of server variables: the meta-schema the library brings (2021-04-15) misspells
 * them as `descriptions` and refuses the right spelling (OAI/OpenAPI-Specification#2793).
 */
function dropVariableDescriptions(source: Source, data: JsonObject): void {
  const root = new Place(source, [], data);
  const items = root
    .at('paths')
    .entries()
    .map(([, item]) => item);
  const operations = items.flatMap((item) => item.entries().map(([, operation]) => operation));
  for (const place of [root, ...items, ...operations]) {
    for (const server of place.at('servers').items()) {
      for (const [, variable] of server.at('variables').entries())
        delete variable.object.description;
    }
  }
}

/** What the library found, when it found the document against the meta-schema. */
function details(error: unknown): readonly ErrorObject[] {
  const found = (error as { details?: unknown } | undefined)?.details;
  return Array.isArray(found) ? (found as ErrorObject[]) : [];
}

/**
 * Validates a document against the meta-schema of OpenAPI 3.1.
 * @param data is changed: pass a copy
 * @throws DocumentError at the most telling fault
 */
export async function checkStructure(source: Source, data: JsonObject): Promise<void> {
  dropVariableDescriptions(source, data);
  try {
    await SwaggerParser.validate(data as unknown as LibraryDocument, {
      resolve: { external: false },
      dereference: { circular: false },
    });
  } catch (error) {
    const errors = details(error);
    if (errors.length === 0) {
      throw source.error([], error instanceof Error ? error.message : String(error));
    }
    const { path, reason } = tellingFault(errors);
    throw source.error(path, `not OpenAPI 3.1 at ${source.pointerOf(path)}: ${reason}`);
  }
}
