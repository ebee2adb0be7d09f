import type { SecurityScheme } from '@anedya-docs/openapi-model';
import type { Values } from './own-values';

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Undefined outside secure contexts, such as plain HTTP in a local network, although the types do not say so.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes));
  const library = await import('@noble/hashes/sha2.js');
  return library.sha256(bytes);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** The value `v1`, part of the signed text. */
const signatureVersion = 'v1';

/**
 * Anedya Signature v1 of a request: SHA-256 over the digest of the body, the timestamp as 8 bytes big-endian, the ASCII text
 * `v1` and the secret (specs/facts/platform-api.md, 2.4 B).
 * @param body exact text of the request body
 * @param timestamp Unix time in whole seconds
 * @returns 64 lowercase hexadecimal characters
 */
export async function signatureOf(
  body: string,
  timestamp: number,
  secret: string,
): Promise<string> {
  const utf8 = new TextEncoder();
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(timestamp));
  const digest = await sha256(utf8.encode(body));
  const signed = join([digest, time, utf8.encode(signatureVersion), utf8.encode(secret)]);
  return [...(await sha256(signed))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Names of the reader's values that a scheme needs. */
export const credentialParts = {
  bearer: ['apiKey'],
  key: ['connectionKey'],
  signature: ['tokenId', 'tokenSecret'],
} as const satisfies Record<SecurityScheme['kind'], readonly (keyof Values)[]>;

/** True if a kind of scheme needs this value of the reader. */
export function isPart(kind: SecurityScheme['kind'], name: keyof Values): boolean {
  const parts: readonly (keyof Values)[] = credentialParts[kind];
  return parts.includes(name);
}

/** Display names of schemes. */
export const schemeNames = {
  bearer: 'API key',
  key: 'Connection key',
  signature: 'Access token',
} as const satisfies Record<SecurityScheme['kind'], string>;

/** Name of a scheme within a sentence: "API key" keeps its case. */
export function schemeInSentence(kind: SecurityScheme['kind']): string {
  return kind === 'bearer' ? schemeNames.bearer : schemeNames[kind].toLowerCase();
}

/** Values of a credential that the reader has not entered. */
export function missingParts(scheme: SecurityScheme, values: Values): (keyof Values)[] {
  return credentialParts[scheme.kind].filter((part) => (values[part] ?? '') === '');
}

/** Characters that a header must not contain (RFC 9110, 5.5). A pasted credential may contain a line feed. */
export function headerError(text: string): string | undefined {
  return /^[\x20-\x7e]*$/.test(text)
    ? undefined
    : 'It contains a character that is not allowed in a header. Paste it again without line breaks and special characters.';
}

/** Omits the header without a secret: half a credential would cause a different error than none. */
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
 * Headers with the reader's credential.
 * @param body exact text of the request body, for a signature
 * @param now milliseconds since 1970
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
