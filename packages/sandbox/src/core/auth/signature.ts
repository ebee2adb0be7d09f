import { toHex, type Sha256 } from './hash.ts';

/** Anedya Signature v1 signs its own name. */
export const signatureVersion = 'v1';

/**
 * Anedya Signature v1 of a request (reference/platform-api.md, 2.4 B): SHA-256 over the digest of the body, the timestamp
 * as 8 bytes big-endian, the ASCII text `v1` and the secret.
 * @param body exactly the bytes that were sent
 * @param timestamp Unix time in whole seconds
 * @returns 64 lower-case hexadecimal characters
 */
export function signatureOf(
  sha256: Sha256,
  body: Uint8Array,
  timestamp: number,
  secret: string,
): string {
  const digest = sha256(body);
  const tail = new TextEncoder().encode(signatureVersion + secret);
  const signed = new Uint8Array(digest.length + 8 + tail.length);
  signed.set(digest);
  new DataView(signed.buffer).setBigUint64(digest.length, BigInt(timestamp));
  signed.set(tail, digest.length + 8);
  return toHex(sha256(signed));
}
