// Signs platform requests with an access token (Anedya Signature v1) in a browser page or worker.
// Install: nothing. Web Crypto needs HTTPS or localhost.
// Use: const result = await call('/data/latest', payload, { tokenId, secret });

// region sign
const hash = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Signature in lower-case hex. body: the text sent; timestamp: Unix seconds. */
export async function sign(body, timestamp, secret) {
  const text = new TextEncoder();
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(timestamp));
  const parts = [await hash(text.encode(body)), time, text.encode('v1'), text.encode(secret)];
  const digest = await hash(await new Blob(parts).arrayBuffer());
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
// endregion

// region call
/** Posts a signed JSON body to the platform API and returns the response. Errors have status and retryAfterSec, or reasonCode. */
export async function call(path, payload, token, baseUrl = 'https://api.ap-in-1.anedya.io/v1') {
  const body = JSON.stringify(payload);
  const timestamp = Math.floor(Date.now() / 1000);
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      Authorization: 'ANEDYASIGV1',
      'x-anedya-TokenId': token.tokenId,
      'x-anedya-timestamp': String(timestamp),
      'x-anedya-SignatureVersion': 'v1',
      'x-anedya-Signature': await sign(body, timestamp, token.secret),
    },
    body,
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) {
    const { status, headers } = response;
    const error = new Error(`HTTP ${status}: ${await response.text()}`);
    throw Object.assign(error, { status, retryAfterSec: Number(headers.get('Retry-After')) || 0 });
  }
  const result = await response.json();
  if (!result.success) {
    const { reasonCode, error } = result;
    throw Object.assign(new Error(`${reasonCode} ${error}`), { reasonCode });
  }
  return result;
}
// endregion
