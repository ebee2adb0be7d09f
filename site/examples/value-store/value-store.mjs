// Writes a status to the value store of the node and reads a setting, over HTTPS.
// Install: Node.js 20 or later, no packages.
// Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
function required(name) {
  const value = process.env[name]?.trim();
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const baseUrl = required('ANEDYA_DEVICE_URL');
const connectionKey = required('ANEDYA_CONNECTION_KEY');

/** Posts a JSON body to the device API and returns the response. Fails on an error. */
async function call(path, body) {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Auth-mode': 'key',
      Authorization: connectionKey,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) {
    const wait = response.headers.get('Retry-After');
    const hint = wait ? `; Retry-After: ${wait}` : '';
    throw new Error(`HTTP ${response.status}: ${await response.text()}${hint}`);
  }
  const result = await response.json();
  if (!result.success) throw new Error(`${path}: ${result.errorcode} ${result.error}`);
  return result;
}

// region store
/** type: float, string, boolean, or binary for base64 text. */
async function write(key, value, type) {
  await call('/valuestore/setValue', { key, value, type });
}

/** Reads from the namespace of the node, or with scope "global" from the namespace id. */
async function read(key, namespace = { scope: 'self', id: '' }) {
  const { value } = await call('/valuestore/getValue', { namespace, key });
  return value;
}
// endregion

await write('door-state', 'open', 'string');
console.log('push interval in seconds:', await read('push-interval'));
