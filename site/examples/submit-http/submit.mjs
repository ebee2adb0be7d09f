// Submits two datapoints over HTTPS.
// Install: Node.js 20 or later, no packages.
// Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
function required(name) {
  const value = process.env[name]?.trim();
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const baseUrl = required('ANEDYA_DEVICE_URL');
const connectionKey = required('ANEDYA_CONNECTION_KEY');

// region call
/** Posts a JSON body to the device API and returns the response. */
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
  return response.json();
}
// endregion

const nowMs = Date.now();
const result = await call('/submitData', {
  data: [
    { variable: 'temperature', value: 24.5, timestamp: nowMs },
    { variable: 'position', value: { lat: 22.3, long: 73.2 }, timestamp: nowMs },
  ],
});
if (!result.success) throw new Error(`not stored: ${result.errorcode} ${result.error}`);
console.log('stored');
