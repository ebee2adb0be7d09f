import type { JsonValue } from '@anedya-docs/openapi-model';

/** The exact text that languages without pleasant literals send. Lines end in a line feed; none ends in a space. */
export function jsonText(value: JsonValue): string {
  return JSON.stringify(value, null, 2);
}
