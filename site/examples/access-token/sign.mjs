// Signs a platform request with an access token (Anedya Signature v1) and reads the latest value of a variable.
// Install: Node.js 20 or later, no packages.
// Set: ANEDYA_API_URL and ANEDYA_NODE_ID with the setup block; ANEDYA_TOKEN_ID, ANEDYA_TOKEN_SECRET.
import { createHash } from 'node:crypto';

// region sign
/** Signature in lower-case hex. body: the text or bytes sent; timestamp: Unix seconds. */
function sign(body, timestamp, secret) {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(timestamp));
  return createHash('sha256')
    .update(createHash('sha256').update(body).digest())
    .update(time)
    .update('v1')
    .update(secret)
    .digest('hex');
}
// endregion

// region call
/** Posts a signed JSON body to the platform API and returns the response. */
async function call(url, payload, tokenId, secret) {
  const body = JSON.stringify(payload);
  const timestamp = Math.floor(Date.now() / 1000);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      Authorization: 'ANEDYASIGV1',
      'x-anedya-TokenId': tokenId,
      'x-anedya-timestamp': String(timestamp),
      'x-anedya-SignatureVersion': 'v1',
      'x-anedya-Signature': sign(body, timestamp, secret),
    },
    body,
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) {
    const wait = response.headers.get('Retry-After');
    const hint = wait ? `; Retry-After: ${wait}` : '';
    throw new Error(`HTTP ${response.status}: ${await response.text()}${hint}`);
  }
  return response.json();
}
// endregion

function required(name) {
  const value = process.env[name]?.trim();
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const baseUrl = required('ANEDYA_API_URL');
const payload = { nodes: [required('ANEDYA_NODE_ID')], variable: 'temperature' };
const result = await call(
  `${baseUrl}/data/latest`,
  payload,
  required('ANEDYA_TOKEN_ID'),
  required('ANEDYA_TOKEN_SECRET'),
);
console.log(JSON.stringify(result));
process.exitCode = result.success ? 0 : 1;
