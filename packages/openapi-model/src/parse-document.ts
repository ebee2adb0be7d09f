import SwaggerParser from '@apidevtools/swagger-parser';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { checkExtensions } from './check-extensions.ts';
import { checkSchemas } from './check-schemas.ts';
import { DocumentNode } from './document-node.ts';
import { nameBySlug, slugsOf } from './operation-names.ts';
import { readHead } from './read-head.ts';
import { findOperations, readOperation, type RawOperation } from './read-operation.ts';
import { Source } from './source.ts';
import type { ApiDocument } from './types.ts';
import { type JsonObject, isJsonObject } from './json-object.ts';
import { fromPointer, type Path } from './json-pointer.ts';
import type { JsonValue } from './schema.ts';
import { mainViolation } from './violations.ts';

/**
 * Checks what the parser library rejects without a location.
 * @throws DocumentError if the file is not an OpenAPI 3.1 document
 */
function checkHead(source: Source, data: JsonValue): JsonObject {
  if (!isJsonObject(data)) throw source.error([], 'an OpenAPI document must be an object');
  if (typeof data.openapi !== 'string' || !/^3\.1\.[0-2]$/.test(data.openapi)) {
    throw source.error(['openapi'], 'openapi must be a string: 3.1.0, 3.1.1 or 3.1.2');
  }
  if (!isJsonObject(data.paths)) throw source.error(['paths'], 'paths is missing');
  if (isJsonObject(data.info) && typeof data.info.version === 'number') {
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
async function checkStructure(source: Source, data: JsonObject): Promise<void> {
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

/**
 * Checks that every `$ref` is local, so that nothing is fetched, has a target, and is not inside its target. A `$ref` in an
 * example is checked as well, because the library resolves it too.
 * @throws DocumentError at the line of the `$ref`
 */
function checkReferences(source: Source, value: JsonValue, path: Path = []): void {
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
type LibraryDocument = Awaited<ReturnType<typeof SwaggerParser.parse>>;

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
async function resolveReferences(source: Source, data: JsonObject): Promise<JsonObject> {
  let cycle = '#';
  try {
    const resolved = await SwaggerParser.dereference(data as unknown as LibraryDocument, {
      resolve: { external: false },
      dereference: {
        circular: false,
        // The library writes the folder before the fragment.
        onCircular: (pointer: string) => (cycle = pointer.slice(pointer.indexOf('#'))),
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

export interface ParseOptions {
  /**
   * True for a document that was checked before, such as one that the site's build has written. Skips the checks of its
   * references, structure and examples, which take most of the time and memory.
   */
  readonly isChecked?: boolean;
}

/** Documents that were checked before, by their text: one parse serves the MCP server and each sandbox of a process. */
const parsed = new Map<string, Promise<ApiDocument>>();

/**
 * Parses an OpenAPI 3.1 document into typed operations, resolves its references and checks every example against its schema.
 * Nothing is fetched: all references are local. A checked document is parsed once per process.
 * @param text YAML or JSON
 * @param file name for error messages
 * @throws DocumentError with file, line and reason
 */
export function parseDocument(
  text: string,
  file: string,
  { isChecked = false }: ParseOptions = {},
): Promise<ApiDocument> {
  if (!isChecked) return parse(text, file, false);
  const document = parsed.get(text) ?? parse(text, file, true);
  parsed.set(text, document);
  return document;
}

async function parse(text: string, file: string, isChecked: boolean): Promise<ApiDocument> {
  const source = isChecked ? Source.ofValid(text, file) : Source.parse(text, file);
  const raw = checkHead(source, source.toData());
  if (!isChecked) checkReferences(source, raw);
  const resolved = await resolveReferences(source, structuredClone(raw));
  if (!isChecked) await checkStructure(source, structuredClone(raw));

  const root = new DocumentNode(source, [], resolved);
  const found = findOperations(root);
  checkExtensions(root, found);
  const documented = found.filter((operation) => !operation.isInternal);
  // Only operations with a page can be linked to.
  const slugs = slugsOf(documented);
  nameBySlug(resolved, slugsOf(found));
  const head = readHead(root, raw, slugs);
  const read = (operation: RawOperation) => readOperation(root, head, operation, slugs);
  const operations = documented.map(read);
  const internal = found.filter(({ isInternal }) => isInternal).map(read);
  if (!isChecked) checkSchemas(root, found);

  const rank = new Map(head.tags.map(({ name }, index) => [name, index]));
  operations.sort((a, b) => (rank.get(a.tag) ?? 0) - (rank.get(b.tag) ?? 0));
  return { ...head, operations, allOperations: [...operations, ...internal] };
}
