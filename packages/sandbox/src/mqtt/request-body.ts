import type { JsonValue } from '@anedya-docs/openapi-model';
import type { JsonObject } from '../core/context.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the payload of a request.
 * @returns the object, or what is wrong with the payload
 */
export function readRequestBody(payload: Buffer): JsonObject | string {
  let text: string;
  try {
    text = utf8.decode(payload);
  } catch {
    return 'The payload is not UTF-8 text. Send a JSON object.';
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    return `The payload is not JSON: ${(error as Error).message}. Send a JSON object.`;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return 'The payload is JSON, but no object. Send a JSON object.';
}
