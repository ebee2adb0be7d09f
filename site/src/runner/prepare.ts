import type { SecurityScheme } from '@anedya-docs/openapi-model';
import type { Values } from '../values/store';
import type { Call } from './call';
import { credentialHeaders, credentialParts, headerFault, schemeNames } from './credentials';
import { failures } from './failures';
import type { Failure } from './outcome';
import type { Prepared } from './send';
import { NoCryptoError } from './signature';

function credentialFailure(scheme: SecurityScheme, values: Values): Failure | undefined {
  for (const part of credentialParts[scheme.kind]) {
    // The secret of a token is signed with, not sent: it may hold anything.
    const fault = part === 'tokenSecret' ? undefined : headerFault(values[part] ?? '');
    if (fault !== undefined) {
      return failures.badCredential(schemeNames[scheme.kind].toLowerCase(), fault);
    }
  }
  return undefined;
}

/**
 * The request a call makes, with the reader's credential.
 * @param server base URL
 * @param now milliseconds since 1970
 * @returns a failure when the browser could not send the credential
 */
export async function prepare(
  call: Call,
  server: string,
  scheme: SecurityScheme | undefined,
  values: Values,
  body: string,
  now: number,
): Promise<Prepared | Failure> {
  const failure = scheme && credentialFailure(scheme, values);
  if (failure) return failure;
  try {
    return {
      method: call.method.toUpperCase(),
      url: server + call.path,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(scheme && (await credentialHeaders(scheme, values, body, now))),
      },
      body,
    };
  } catch (error) {
    if (error instanceof NoCryptoError) return failures.notSigned(error.message);
    throw error;
  }
}
