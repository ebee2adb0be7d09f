import { expect } from 'vitest';
import type { SampleValue } from '../../../packages/code-samples/src/index.ts';
import type { JsonValue, Operation } from '../../../packages/openapi-model/src/types.ts';
import { secrets, type SecretName } from './environment.ts';
import type { Recorded } from './recorder.ts';
import type { Outcome } from './run-program.ts';
import { sentBody } from './times.ts';

/** How exactly a language reproduces the body: `text` byte for byte, `value` as the same JSON value. */
export type BodyForm = 'text' | 'text and a line feed' | 'value';

/** Environment variable with the credential of an operation. */
export function secretOf({ security, id }: Operation): SecretName {
  const kind = security[0]?.kind;
  if (kind === 'bearer') return 'ANEDYA_API_KEY';
  if (kind === 'key') return 'ANEDYA_CONNECTION_KEY';
  throw new Error(`no sample can hold the credential of ${id}`);
}

/** Headers that an operation requires, from its document. */
export function expectedHeaders(operation: Operation): Record<string, string> {
  const [scheme] = operation.security;
  if (!scheme) throw new Error(`${operation.id} takes no credential`);
  const prefix = scheme.kind === 'bearer' ? 'Bearer ' : '';
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...scheme.extraHeaders,
    [scheme.header]: prefix + secrets[secretOf(operation)],
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function expectBody(received: Buffer, body: SampleValue, form: BodyForm): void {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(received);
  const [sent, write] =
    form === 'value'
      ? [JSON.stringify(JSON.parse(text)), (value: JsonValue) => JSON.stringify(value)]
      : [
          text,
          (value: JsonValue) => JSON.stringify(value, null, 2) + (form === 'text' ? '' : '\n'),
        ];
  expect(sent).toBe(write(sentBody(body, (value) => write(value) === sent)));
}

/**
 * Compares the request of a program with its operation: one request with the method, path, headers and body of the
 * operation.
 * @throws AssertionError with the difference
 */
export function expectRequest(
  requests: readonly Recorded[],
  operation: Operation,
  body: SampleValue,
  form: BodyForm,
): void {
  expect(requests).toHaveLength(1);
  for (const request of requests) {
    expect(request.method).toBe(operation.method.toUpperCase());
    expect(request.path).toBe(`/v1${operation.path}`);
    for (const [name, value] of Object.entries(expectedHeaders(operation))) {
      const values = request.headers.filter(([other]) => other === name).map(([, text]) => text);
      expect(values, `header ${name}`).toEqual([value]);
    }
    expectBody(request.body, body, form);
  }
}

/** Checks that the output contains no secrets. */
export function expectNoSecret({ stdout, stderr }: Outcome, values: readonly string[]): void {
  for (const value of values) {
    expect(stdout, 'standard output').not.toContain(value);
    expect(stderr, 'standard error').not.toContain(value);
  }
}

/** Expects that a program succeeded and printed the response. */
export function expectResponse(outcome: Outcome, response: JsonValue): void {
  expect(outcome).toMatchObject({ code: 0, problem: undefined });
  expect(JSON.stringify(JSON.parse(outcome.stdout))).toBe(JSON.stringify(response));
}
