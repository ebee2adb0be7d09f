import type { SecurityScheme } from '@anedya-docs/openapi-model';
import type { Values } from '../values/store';
import { signatureOf, signatureVersion } from './signature';

/** Parts of the reader's values that a scheme needs. */
export const credentialParts = {
  bearer: ['apiKey'],
  key: ['connectionKey'],
  signature: ['tokenId', 'tokenSecret'],
} as const satisfies Record<SecurityScheme['kind'], readonly (keyof Values)[]>;

/** True for a part of the reader's values that a kind of scheme needs. */
export function isPart(kind: SecurityScheme['kind'], name: keyof Values): boolean {
  const parts: readonly (keyof Values)[] = credentialParts[kind];
  return parts.includes(name);
}

/** How readers name a scheme. */
export const schemeNames = {
  bearer: 'API key',
  key: 'Connection key',
  signature: 'Access token',
} as const satisfies Record<SecurityScheme['kind'], string>;

/** Parts of a credential the reader has not entered yet. */
export function missingParts(scheme: SecurityScheme, values: Values): (keyof Values)[] {
  return credentialParts[scheme.kind].filter((part) => (values[part] ?? '') === '');
}

/** Characters a header may not hold (RFC 9110, 5.5); a pasted credential can bring a line feed along. */
export function headerFault(text: string): string | undefined {
  return /^[\x20-\x7e]*$/.test(text)
    ? undefined
    : 'It holds a character that no header may carry: paste it again, without line breaks and special characters.';
}

/** Without a secret the header stays away: half a credential would bring another error than none. */
function withSecret(
  scheme: SecurityScheme,
  secret: string | undefined,
  prefix: string,
): Record<string, string> {
  return {
    ...scheme.extraHeaders,
    ...(secret !== undefined && { [scheme.header]: prefix + secret }),
  };
}

async function signedHeaders(
  scheme: SecurityScheme,
  { tokenId = '', tokenSecret = '' }: Values,
  body: string,
  now: number,
): Promise<Record<string, string>> {
  const names = scheme.signatureHeaders;
  if (!names) throw new Error(`the scheme "${scheme.id}" names no headers for a signature`);
  const timestamp = Math.floor(now / 1000);
  return {
    [scheme.header]: 'ANEDYASIGV1',
    [names.tokenId]: tokenId,
    [names.timestamp]: String(timestamp),
    [names.version]: signatureVersion,
    [names.signature]: await signatureOf(body, timestamp, tokenSecret),
  };
}

/**
 * Headers that carry the reader's credential.
 * @param body exactly the text that is sent, for a signature
 * @param now milliseconds since 1970
 * @throws NoCryptoError when the page cannot sign
 */
export async function credentialHeaders(
  scheme: SecurityScheme,
  values: Values,
  body: string,
  now: number,
): Promise<Record<string, string>> {
  switch (scheme.kind) {
    case 'bearer':
      return withSecret(scheme, values.apiKey, 'Bearer ');
    case 'key':
      return withSecret(scheme, values.connectionKey, '');
    case 'signature':
      return { ...scheme.extraHeaders, ...(await signedHeaders(scheme, values, body, now)) };
  }
}
