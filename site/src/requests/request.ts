import type { Examples, SecurityScheme } from '@anedya-docs/openapi-model';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { Values } from './own-values';
import type { OperationData } from './operation';
import { credentialHeaders, credentialParts, headerError, schemeInSentence } from './credentials';
import { failures, type Failure } from './outcome';
import type { Prepared } from './send';

/**
 * The example body of an operation, as text, with known ids.
 * @param now reference time for timestamps, in milliseconds since 1970
 */
export function exampleText(
  { request: { schema, example } }: Pick<OperationData, 'request'>,
  examples: Examples,
  now?: number,
): string {
  return JSON.stringify(bodyWithValues(schema, example, examples, now), null, 2);
}

function credentialFailure(scheme: SecurityScheme, values: Values): Failure | undefined {
  for (const part of credentialParts[scheme.kind]) {
    // The secret of a token is used to sign and is not sent, so it may contain any character.
    const error = part === 'tokenSecret' ? undefined : headerError(values[part] ?? '');
    if (error !== undefined) {
      return failures.badCredential(schemeInSentence(scheme.kind), error);
    }
  }
  return undefined;
}

/**
 * Builds the request of an operation with the reader's credential.
 * @param server base URL
 * @param now milliseconds since 1970
 * @returns a failure when the browser could not send the credential
 */
export async function prepare(
  operation: OperationData,
  server: string,
  scheme: SecurityScheme | undefined,
  values: Values,
  body: string,
  now: number,
): Promise<Prepared | Failure> {
  const failure = scheme && credentialFailure(scheme, values);
  if (failure) return failure;
  return {
    method: operation.method.toUpperCase(),
    url: server + operation.path,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(scheme && (await credentialHeaders(scheme, values, body, now))),
    },
    body,
  };
}
