import type { Examples, JsonValue } from '@anedya-docs/openapi-model';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { Call } from '../runner/call';

/**
 * The example of a call with what is known in the place of its ids, and with other texts in some of its fields.
 * @param now moves points in time along, in milliseconds since 1970
 * @param fields of the example; others are left out
 */
export function requestBody(
  { request: { schema, example } }: Pick<Call, 'request'>,
  examples: Examples,
  now: number,
  fields: Readonly<Record<string, string>> = {},
): JsonValue {
  const body = bodyWithValues(schema, example, examples, now);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, fields[name] ?? value]),
  );
}
