import type { Field, JsonValue, Schema } from '@anedya-docs/openapi-model';
import { schemaFields } from '@anedya-docs/openapi-model/fields';
import { didYouMean } from '@anedya-docs/openapi-model/similar-names';
import { allViolations, type DetailedViolation } from '@anedya-docs/openapi-model/violations';
import type { Validate } from '../../../requests/operation';
import { parseBody, type BodyError } from '../../../requests/json-text';
import { pathKey } from '../../../requests/json-path';

/** Returns the errors of the text of a body; empty for a valid body. */
export type BodyCheck = (text: string) => readonly BodyError[];

/** Maximum length of a name that is compared with the documented fields, in characters. */
const longestName = 60;

const undocumented = 'Not a documented field';

/** Keywords that reject an undocumented field. */
const closingKeywords = new Set(['additionalProperties', 'unevaluatedProperties', 'false schema']);

/** Error message for a violation, with the wording of the sandbox: one sentence without a period. */
function errorMessage({ keyword, reason, isName }: DetailedViolation): string {
  if (closingKeywords.has(keyword)) return undocumented;
  const sentence = reason.charAt(0).toUpperCase() + reason.slice(1);
  return isName ? `Key: ${sentence}` : sentence;
}

/** Fields inside a field, including those of its alternative forms. */
const inside = (field: Field): readonly Field[] => [
  ...field.children,
  ...field.variants.flatMap(({ children }) => children),
];

/** Fields that describe a key: those with its name, otherwise the entries of a map. */
function fieldsNamed(fields: readonly Field[], name: string): readonly Field[] {
  const same = fields.filter((field) => field.name === name);
  return same.length > 0 ? same : fields.filter((field) => field.name.startsWith('{'));
}

/**
 * Errors of undocumented fields. They are valid by JSON Schema, but the platform may reject or ignore them. A value without
 * documented fields may have any fields.
 * @param fields result of `schemaFields` for the value
 */
function undocumentedFields(fields: readonly Field[], value: JsonValue): readonly BodyError[] {
  if (typeof value !== 'object' || value === null || fields.length === 0) return [];
  const within = (part: string | number, errors: readonly BodyError[]) =>
    errors.map(({ path, message }) => ({ path: [part, ...path], message }));
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => within(index, undocumentedFields(fields, item)));
  }
  const absent = fields.flatMap(({ name }) =>
    Object.hasOwn(value, name) || name.startsWith('{') ? [] : name,
  );
  return Object.entries(value).flatMap(([name, part]) => {
    const named = fieldsNamed(fields, name);
    if (named.length > 0) {
      return within(name, undocumentedFields(named.flatMap(inside), part));
    }
    const question = didYouMean(name.slice(0, longestName), absent);
    const message = question === undefined ? undocumented : `${undocumented} (${question})`;
    return [{ path: [name], message }];
  });
}

/**
 * Errors of a value: violations of the schema, then undocumented fields. If there are several forms, only the errors of the
 * closest one.
 * @param schema with references resolved
 * @param validate compiled from the same schema
 */
function schemaErrors(schema: Schema, value: JsonValue, validate: Validate): readonly BodyError[] {
  const others = undocumentedFields(schemaFields(schema), value);
  const questions = new Map(others.map(({ path, message }) => [pathKey(path), message]));
  const errors = allViolations(schema, value, validate(value)).map((violation) => {
    const message = errorMessage(violation);
    const { path } = violation;
    const asked = message === undocumented ? questions.get(pathKey(path)) : undefined;
    return { path, message: asked ?? message };
  });
  const known = new Set(errors.map(({ path }) => pathKey(path)));
  return [...errors, ...others.filter(({ path }) => !known.has(pathKey(path)))];
}

/**
 * Returns the check of a request body: it finds invalid JSON, values that JavaScript cannot represent, and violations of the
 * schema.
 * @param schema with references resolved
 * @param validate compiled from the same schema
 */
export function bodyCheck(schema: Schema, validate: Validate): BodyCheck {
  return (text) => {
    const parsed = parseBody(text);
    if (parsed.kind === 'broken') {
      const { line, column, message } = parsed;
      return [{ path: [], message: `Line ${line}, column ${column}: ${message}` }];
    }
    return [...parsed.losses, ...schemaErrors(schema, parsed.value, validate)];
  };
}
