import { checkExtensions } from './check-extensions.ts';
import { checkSchemas } from './check-schemas.ts';
import { checkHead, checkStructure } from './check-structure.ts';
import { DocumentNode } from './document-node.ts';
import { readHead } from './read-head.ts';
import { findOperations, readOperation, type RawOperation } from './read-operation.ts';
import { checkReferences, resolveReferences } from './references.ts';
import { Source } from './source.ts';
import type { ApiDocument } from './types.ts';

export interface ParseOptions {
  /**
   * True for a document that was checked before, such as one that the site's build has written. Skips the checks of its
   * references, structure and examples, which take most of the time and memory.
   */
  readonly isChecked?: boolean;
}

/**
 * Parses an OpenAPI 3.1 document into typed operations, resolves its references and checks every example against its schema.
 * Nothing is fetched: all references are local.
 * @param text YAML or JSON
 * @param file name for error messages
 * @throws DocumentError with file, line and reason
 */
export async function parseDocument(
  text: string,
  file: string,
  { isChecked = false }: ParseOptions = {},
): Promise<ApiDocument> {
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
  const ids = new Set(documented.map(({ id }) => id));
  const head = readHead(root, raw, ids);
  const read = (operation: RawOperation) => readOperation(root, head, operation, ids);
  const operations = documented.map(read);
  const internal = found.filter(({ isInternal }) => isInternal).map(read);
  if (!isChecked) checkSchemas(root, found);

  const rank = new Map(head.tags.map(({ name }, index) => [name, index]));
  operations.sort((a, b) => (rank.get(a.tag) ?? 0) - (rank.get(b.tag) ?? 0));
  return { ...head, operations, allOperations: [...operations, ...internal] };
}
