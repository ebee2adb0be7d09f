/** SHA-256 of bytes (FIPS 180-4): 32 bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** Bytes as lower-case hexadecimal characters. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The stored form of an API key: its SHA-256 in hexadecimal. */
export function keyHash(sha256: Sha256, apiKey: string): string {
  return toHex(sha256(new TextEncoder().encode(apiKey)));
}
