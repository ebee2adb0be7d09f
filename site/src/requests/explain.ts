import type { Field, JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import { codeAnchor, fieldAnchor, schemaFields } from '@anedya-docs/openapi-model/fields';
import type { OperationData } from './operation';

/** Documentation of one response field. */
interface Explanation {
  readonly path: string;
  readonly type: string;
  readonly unit: string | undefined;
  readonly text: string;
  /** Id of the field on the operation's page. */
  readonly anchor: string;
}

/** Documented fields of a response, with the section of the page that describes them. */
export interface Described {
  readonly part: string;
  readonly fields: readonly Field[];
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** True when a documented status (`200`, `4XX`) matches an HTTP status. */
function matches(pattern: string, status: number): boolean {
  return pattern === String(status) || pattern.toUpperCase() === `${Math.floor(status / 100)}XX`;
}

/** Documented fields of a response. An error with HTTP 200 counts as an error. */
export function describedFields(
  operation: OperationData,
  status: number,
  json: JsonValue | undefined,
): Described {
  const failed =
    typeof json === 'object' && json !== null && 'success' in json && json.success === false;
  const success = operation.responses.find((response) => matches(response.status, 200));
  const failures = operation.responses.filter((response) => response !== success);
  const found =
    isSuccess(status) && !failed
      ? success
      : (failures.find((response) => matches(response.status, status)) ??
        failures.at(-1) ??
        success);
  return {
    part: found === success ? 'response' : 'failure',
    fields: found ? schemaFields(found.schema) : [],
  };
}

/** Fields inside a field, including those of all its forms. */
function inside({ children, variants }: Field): readonly Field[] {
  return [...children, ...variants.flatMap((variant) => variant.children)];
}

/** The documented field for a key: the one with its name, or the entry of a map. */
export function fieldOf(fields: readonly Field[], key: string): Field | undefined {
  return (
    fields.find(({ name }) => name === key) ??
    fields.find(({ name }) => name.startsWith('{') && name.endsWith('}'))
  );
}

export function fieldsInside(field: Field | undefined): readonly Field[] {
  return field ? inside(field) : [];
}

/** Documentation of a field. @returns undefined for an undocumented field */
export function explain(part: string, field: Field | undefined): Explanation | undefined {
  if (!field) return undefined;
  const { path, type, schema } = field;
  return {
    path,
    type,
    unit: schema['x-unit'],
    text: schema.description ?? '',
    anchor: fieldAnchor(part, path),
  };
}

/** A documented reason or error code in a response. */
interface KnownCode {
  readonly code: string;
  readonly meaning: string;
  readonly remedy: string;
  readonly anchor: string;
}

/** Codes in a response, as text. */
export function codesIn(json: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(json)) return [];
  return ['reasonCode', 'errorcode', 'errcode'].flatMap((name) => {
    const value = json[name];
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
}

/** The reason or error code of an error response, if the operation documents it. */
export function knownCode(
  operation: OperationData,
  json: JsonValue | undefined,
): KnownCode | undefined {
  const codes = codesIn(json);
  const found = operation.codes.find(({ code }) => codes.includes(code) && code !== '0');
  if (!found || found.code.endsWith('::ok')) return undefined;
  return { ...found, anchor: codeAnchor(found.code) };
}
