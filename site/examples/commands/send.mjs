// Sends a command and waits for its result. Exit code: 0 success, 1 failure or error, 2 no result in time.
// Install: Node.js 20 or later, no packages.
// Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY, ANEDYA_NODE_ID.
import { setTimeout as sleep } from 'node:timers/promises';

function required(name) {
  const value = process.env[name]?.trim();
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const baseUrl = required('ANEDYA_API_URL');
const apiKey = required('ANEDYA_API_KEY');
const TIMEOUT_SEC = 60;
const LONGEST_PAUSE_SEC = 8;

/** Posts a JSON body to the platform API and returns the response. error.isTemporary: try again, after error.retrySec. */
async function call(path, body) {
  const temporary = (text, retrySec = 0) =>
    Object.assign(new Error(`${path}: ${text}`), { isTemporary: true, retrySec });
  let response, text;
  try {
    response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Authorization: `Bearer ${apiKey}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    text = await response.text();
  } catch (error) {
    throw temporary(error.cause?.message ?? error.message);
  }
  const { status, headers } = response;
  if (status === 429 || status >= 500)
    throw temporary(`HTTP ${status}: ${text}`, Number(headers.get('Retry-After')) || 0);
  if (status !== 200) throw new Error(`${path}: HTTP ${status}: ${text}`);
  let result;
  try {
    result = JSON.parse(text);
  } catch {
    throw temporary(`not JSON: ${text}`);
  }
  if (!result.success) throw new Error(`${path}: ${result.reasonCode} ${result.error}`);
  return result;
}

// region wait
/** Sends a command that expires at the deadline, and returns its id. */
async function send(nodeid, command, data) {
  const expiry = (Math.floor(Date.now() / 1000) + TIMEOUT_SEC) * 1000;
  const body = { nodeid, command, data, type: 'string', expiry };
  return (await call('/commands/send', body)).commandId;
}

/** Returns the details of a command when it is final or expired, or undefined at the deadline. */
async function wait(commandId) {
  const end = performance.now() + TIMEOUT_SEC * 1000;
  let status;
  for (let pauseSec = 1; ; pauseSec = Math.min(pauseSec * 2, LONGEST_PAUSE_SEC)) {
    let waitSec = pauseSec;
    try {
      const details = await call('/commands/getDetails', { commandId });
      if (details.status !== status) {
        status = details.status;
        console.log(status);
      }
      if (['success', 'failure', 'invalidated'].includes(status) || details.expired) return details;
    } catch (error) {
      // The command may still run: only the request for its status is repeated.
      if (!error.isTemporary) throw error;
      console.error(error.message);
      waitSec = Math.max(pauseSec, error.retrySec);
    }
    if (performance.now() + waitSec * 1000 > end) return undefined;
    await sleep(waitSec * 1000);
  }
}
// endregion

const result = await wait(await send(required('ANEDYA_NODE_ID'), 'set-led', 'on'));
if (result?.status === 'success' || result?.status === 'failure') {
  // A device may report a result without data.
  console.log('device says:', result.ackdata || result.status);
  process.exitCode = result.status === 'success' ? 0 : 1;
} else {
  console.error(`no result${result ? `: ${result.status}` : ` within ${TIMEOUT_SEC} s`}`);
  process.exitCode = 2;
}
