import { readJson } from '../core/api/read-json.ts';
import type { JsonObject } from '../core/context.ts';

/**
 * Reads the payload of a request.
 * @returns the object, or what is wrong with the payload
 */
export function readRequestBody(payload: Buffer): JsonObject | string {
  const read = readJson(payload, 'payload');
  if ('error' in read) return read.error;
  const { value } = read;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return 'The payload is JSON, but no object. Send a JSON object.';
}
