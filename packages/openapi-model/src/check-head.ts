import { isObject, type JsonObject } from './json.ts';
import type { Source } from './source.ts';
import type { JsonValue } from './types.ts';

/**
 * Checks what the parser library refuses without saying where.
 * @throws DocumentError when the file is no OpenAPI 3.1 document
 */
export function checkHead(source: Source, data: JsonValue): JsonObject {
  if (!isObject(data)) throw source.error([], 'an OpenAPI document is an object');
  if (typeof data.openapi !== 'string' || !/^3\.1\.[0-2]$/.test(data.openapi)) {
    throw source.error(['openapi'], 'openapi must be 3.1.0, 3.1.1 or 3.1.2, as text');
  }
  if (!isObject(data.paths)) throw source.error(['paths'], 'paths is missing');
  if (isObject(data.info) && typeof data.info.version === 'number') {
    throw source.error(['info', 'version'], 'info.version must be text: put it in quotes');
  }
  return data;
}
