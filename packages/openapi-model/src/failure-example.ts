import { isJsonObject } from './json-object.ts';
import type { JsonValue } from './schema.ts';
import type { Operation } from './types.ts';

/** An example of an error response, and the code in it. */
export interface FailureExample {
  /** `node::nodenotfound` or `4020`; undefined if the operation declares no code. */
  readonly code: string | undefined;
  readonly value: Readonly<Record<string, JsonValue>>;
}

/**
 * Returns an error response with the first code that the operation declares. The other fields are those of the first example
 * of an error response in the document, which is also the result for an operation without codes.
 */
export function failureExample(operation: Operation): FailureExample | undefined {
  const { responses, reasonCodes, errorCodes } = operation;
  const given = responses
    .filter(({ status }) => !status.startsWith('2'))
    .flatMap(({ examples }) => examples)
    .map(({ value }) => value)
    .find((value) => isJsonObject(value));
  if (!given) return undefined;
  const [reason] = reasonCodes;
  const [number] = errorCodes;
  const declared = reason ?? number;
  if (!declared) return { code: undefined, value: given };
  const { code, meaning } = declared;
  const own: Record<string, JsonValue> = reason
    ? { reasonCode: code }
    : { errorcode: Number(code) };
  return { code, value: { ...given, error: meaning.replaceAll('`', ''), ...own } };
}
