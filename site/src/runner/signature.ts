/** Signing needs the browser's cryptography, which pages have over HTTPS and on this machine only. */
export class NoCryptoError extends Error {
  override readonly name = 'NoCryptoError';
}

function subtle(): SubtleCrypto {
  // Absent outside secure contexts, whatever the types say (W3C Secure Contexts).
  const found = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!found) {
    throw new NoCryptoError(
      'This page cannot sign requests: browsers allow that over HTTPS and on localhost only.',
    );
  }
  return found;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtle().digest('SHA-256', bytes));
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

/** Anedya Signature v1 signs its own name. */
export const signatureVersion = 'v1';

/**
 * Anedya Signature v1 of a request: SHA-256 over the digest of the body, the timestamp as 8 bytes big-endian, the ASCII text `v1` and the
 * secret (reference/platform-api.md, 2.4 B).
 * @param body exactly the text that is sent
 * @param timestamp Unix time in whole seconds
 * @returns 64 lower-case hexadecimal characters
 * @throws NoCryptoError outside a secure context
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
