import type { JsonValue } from '@anedya-docs/openapi-model';

/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, JsonValue | undefined>>;

const isFields = (value: JsonValue | undefined): value is Record<string, JsonValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a JSON value; none if it is not an object. */
export const fieldsIn = (value: JsonValue | undefined): Fields => (isFields(value) ? value : {});

/** A text field; empty if there is none. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
