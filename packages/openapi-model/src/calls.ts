import type { Place } from './place.ts';

/** One operation of the dereferenced document, before it is read. */
export interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The path item it stands in. */
  readonly item: Place;
  readonly operation: Place;
}

/** Fields of a path item that are operations (OpenAPI 3.1, 4.8.9). */
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * All operations of a document, in its order.
 * @throws DocumentError for an operationId that is missing, no slug or there twice
 */
export function findCalls(root: Place): Call[] {
  const calls = new Map<string, Call>();
  for (const [path, item] of root.at('paths').entries()) {
    for (const [method, operation] of item.entries()) {
      if (!methods.has(method)) continue;
      const name = operation.at('operationId');
      const id = name.requiredText();
      if (!slug.test(id)) {
        throw name.error(`operationId "${id}" is no slug: use lower case, digits and hyphens`);
      }
      if (calls.has(id)) throw name.error(`operationId "${id}" appears twice`);
      calls.set(id, { id, method, path, item, operation });
    }
  }
  return [...calls.values()];
}
