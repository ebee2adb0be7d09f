/**
 * The form that ids are kept in: what RFC 9562, 4 calls the string form, in lower case, without the `urn:uuid:` that the
 * format `uuid` of JSON Schema lets pass.
 */
export function canonicalUuid(text: string): string {
  return text.toLowerCase().replace(/^urn:uuid:/, '');
}
