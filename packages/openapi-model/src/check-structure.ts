import SwaggerParser from '@apidevtools/swagger-parser';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { DocumentNode } from './document-node.ts';
import { isObject, type JsonObject } from './json.ts';
import type { LibraryDocument } from './references.ts';
import type { JsonValue } from './schema.ts';
import type { Source } from './source.ts';
import { mainViolation } from './violations.ts';

/**
 * Checks what the parser library rejects without a location.
 * @throws DocumentError if the file is not an OpenAPI 3.1 document
 */
export function checkHead(source: Source, data: JsonValue): JsonObject {
  if (!isObject(data)) throw source.error([], 'an OpenAPI document must be an object');
  if (typeof data.openapi !== 'string' || !/^3\.1\.[0-2]$/.test(data.openapi)) {
    throw source.error(['openapi'], 'openapi must be a string: 3.1.0, 3.1.1 or 3.1.2');
  }
  if (!isObject(data.paths)) throw source.error(['paths'], 'paths is missing');
  if (isObject(data.info) && typeof data.info.version === 'number') {
    throw source.error(['info', 'version'], 'info.version must be a string: put it in quotes');
  }
  return data;
}

/**
 * Removes the descriptions of server variables: the library's meta-schema (2021-04-15) misspells them as `descriptions` and
 * rejects the correct spelling (OAI/OpenAPI-Specification#2793).
 */
function removeVariableDescriptions(source: Source, data: JsonObject): void {
  const root = new DocumentNode(source, [], data);
  const items = root
    .at('paths')
    .entries()
    .map(([, item]) => item);
  const operations = items.flatMap((item) => item.entries().map(([, operation]) => operation));
  for (const node of [root, ...items, ...operations]) {
    for (const server of node.at('servers').items()) {
      for (const [, variable] of server.at('variables').entries())
        delete variable.object.description;
    }
  }
}

/** The violations of the meta-schema that the library found, if any. */
function details(error: unknown): readonly ErrorObject[] {
  const found = (error as { details?: unknown } | undefined)?.details;
  return Array.isArray(found) ? (found as ErrorObject[]) : [];
}

/**
 * Validates a document against the meta-schema of OpenAPI 3.1.
 * @param data is modified: pass a copy
 * @throws DocumentError at the most informative violation
 */
export async function checkStructure(source: Source, data: JsonObject): Promise<void> {
  removeVariableDescriptions(source, data);
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
    const { path, reason } = mainViolation(errors);
    throw source.error(path, `not OpenAPI 3.1 at ${source.pointerOf(path)}: ${reason}`);
  }
}
