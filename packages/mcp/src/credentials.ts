import { createHash } from 'node:crypto';
import type { SecurityScheme } from '@anedya-docs/openapi-model';

/** Who sends a request to the Platform API: the owner of the project, or a front end with an access token. */
export type Credential =
  | { readonly apiKey: string }
  | {
      readonly tokenId: string;
      /** Secret of the token: `token` in the response of `platform/access-token-create`. */
      readonly token: string;
    };

const sha256 = (...parts: readonly (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Returns the headers of a request: an API key, or the Anedya Signature v1 of a token (reference/platform-api.md, 2.4 B): SHA-256
 * over the digest of the body, the timestamp in seconds as 8 bytes big-endian, the text `v1` and the secret.
 * @param schemes security schemes of the Platform API
 * @param body exact text of the request body
 * @param now Unix time in milliseconds
 */
export function platformHeaders(
  credential: Credential,
  schemes: readonly SecurityScheme[],
  body: string,
  now: number,
): Record<string, string> {
  if ('apiKey' in credential) return { authorization: `Bearer ${credential.apiKey}` };
  const scheme = schemes.find(({ kind }) => kind === 'signature');
  const names = scheme?.signatureHeaders;
  if (!scheme || !names) throw new Error('the Platform API has no scheme for signatures');
  const timestamp = Math.floor(now / 1000);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(timestamp));
  return {
    [scheme.header]: 'ANEDYASIGV1',
    [names.tokenId]: credential.tokenId,
    [names.timestamp]: String(timestamp),
    [names.version]: 'v1',
    [names.signature]: sha256(sha256(body), time, 'v1', credential.token).toString('hex'),
  };
}
