import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject, type JsonObject } from '@anedya-docs/openapi-model/json-object';
import { z } from 'zod';

/** Longest text in arguments, in characters. */
export const longest = { name: 200, key: 200, body: 100_000 } as const;

export const name = (description: string) =>
  z.string().min(1).max(longest.name).describe(description);

/** Values of headers. */
export const visible = z
  .string()
  .regex(/^[!-~]+$/, 'Use visible ASCII characters only, without spaces.');

export const apiKey = visible
  .max(longest.key)
  .describe('API key of your sandbox project, from "sandbox_create"');

/** Some models write every argument as text. */
const fromText = (read: (text: string) => unknown) => (value: unknown) =>
  typeof value === 'string' ? read(value) : value;

/** A number, also as text. */
export const integer = (min: number, max: number) =>
  z.preprocess(
    fromText((text) => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text)),
    z.int().min(min).max(max),
  );

/** Returns the characters of a value as JSON; undefined if it is nested too deeply for JSON. */
function jsonLength(value: unknown): number | undefined {
  try {
    return JSON.stringify(value).length;
  } catch {
    return undefined;
  }
}

/** Returns a text as JSON if it is that. */
export function jsonOrText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/**
 * A JSON object, also as text. Its schema says no more than that: models of some providers accept neither recursion nor
 * `propertyNames`, which the schema of any JSON would have.
 * @param max characters of its JSON
 */
export const jsonObject = (what: string, description: string, max: number = longest.body) =>
  z
    .preprocess(
      fromText(jsonOrText),
      z.unknown().superRefine((value, context) => {
        const length = jsonLength(value);
        const problem =
          length === undefined
            ? `The ${what} is nested too deeply.`
            : !isJsonObject(value)
              ? `The ${what} is not a JSON object. Send an object, or its JSON as text.`
              : length > max
                ? `The ${what} has more than ${max.toLocaleString('en')} characters of JSON. Send it in several requests.`
                : undefined;
        if (problem !== undefined) context.addIssue(problem);
      }),
    )
    .meta({ type: 'object', additionalProperties: true, description })
    .transform((value) => value as JsonObject);
