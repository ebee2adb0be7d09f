import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';

/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, JsonValue | undefined>>;

/** Fields of a JSON value; none if it is not an object. */
export const fieldsIn = (value: JsonValue | undefined): Fields =>
  isJsonObject(value) ? value : {};

/** A text field; empty if there is none. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
