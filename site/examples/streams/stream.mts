// Prints the values of a node as they arrive, over a live stream, and reconnects. Stop it with Ctrl-C.
// Install: Node.js 20 or later, then npm install ws@8 cborg@6
// Set: ANEDYA_API_URL, ANEDYA_API_KEY and ANEDYA_NODE_ID with the setup block.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode } from 'cborg';
import WebSocket from 'ws';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const baseUrl = required('ANEDYA_API_URL');
const apiKey = required('ANEDYA_API_KEY');
const nodeId = required('ANEDYA_NODE_ID');

/** Lifetime of a stream and of its access token, in seconds. */
const lifetime = 900;
/** Longest pause before a new connection, in seconds. */
const longestPause = 60;
/** Time between two pings, in milliseconds. A connection without a response to the last one is dead. */
const pingInterval = 30_000;
/** Close code of a connection whose token or stream has expired. */
const expired = 1008;

interface Access {
  readonly url: string;
  readonly streamId: string;
  readonly tokenId: string;
  readonly secret: string;
}

async function post(path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  // It can also be a date, which is not used.
  const wait = Number(response.headers.get('Retry-After')) || 0;
  if (!response.ok) throw Object.assign(new Error(`${path}: HTTP ${response.status}`), { wait });
  const json = (await response.json()) as Record<string, string>;
  if (!json.success) throw new Error(`${path}: ${json.error}`);
  return json;
}

// region access
/** Creates a stream and an access token that may only connect to it. */
async function createAccess(): Promise<Access> {
  const stream = await post('/streams/create', {
    sources: { nodes: [nodeId] },
    events: ['valuestore::updates'],
    variables: ['temperature'],
    expiry: lifetime,
  });
  const { streamId = '', streamURL: url = '' } = stream;
  const token = await post('/access/tokens/create', {
    ttlSec: lifetime,
    policy: { resources: { nodes: [nodeId], streams: [streamId] }, allow: ['streams::connect'] },
  });
  const { tokenId = '', token: secret = '' } = token;
  return { url, streamId, tokenId, secret };
}
// endregion

// region sign
/** Signature of an empty body in lower-case hex. timestamp: Unix seconds. */
function sign(timestamp: number, secret: string): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(timestamp));
  return createHash('sha256')
    .update(createHash('sha256').digest())
    .update(time)
    .update('v1')
    .update(secret)
    .digest('hex');
}
// endregion

// region frame
/** Prints a frame: a value of a variable, or a change in the value store. */
function show(frame: Buffer): void {
  const kind = frame.readUInt16BE(0);
  if (kind === 1) {
    const { n, v, d, ts } = decode(frame.subarray(3));
    const node = typeof n === 'string' ? n : Buffer.from(n).toString('hex');
    console.log(`${node} ${v}: ${JSON.stringify(d)} at ${new Date(ts).toISOString()}`);
  } else if (kind === 2) {
    const { ns, key, val } = decode(frame.subarray(2));
    console.log(`${ns.id} ${key} = ${JSON.stringify(val)}`);
  }
}
// endregion

// region connect
/** Receives until the connection closes. Returns the close code or the HTTP status, and Retry-After in seconds. */
function receive({ url, streamId, tokenId, secret }: Access) {
  const timestamp = Math.floor(Date.now() / 1000);
  const socket = new WebSocket(url, {
    headers: {
      Authorization: 'ANEDYASIGV1',
      'x-anedya-streamid': streamId,
      'x-anedya-tokenid': tokenId,
      'x-anedya-timestamp': String(timestamp),
      'x-anedya-signatureversion': 'v1',
      'x-anedya-signature': sign(timestamp, secret),
    },
    handshakeTimeout: pingInterval,
  });
  let isAlive = true;
  const timer = setInterval(() => {
    if (!isAlive) socket.terminate();
    isAlive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, pingInterval);
  return new Promise<{ code: number; wait: number }>((resolve) => {
    socket.on('open', () => console.log('connected'));
    socket.on('message', (data) => show(data as Buffer));
    socket.on('pong', () => (isAlive = true));
    socket.on('unexpected-response', (request, { statusCode = 0, headers }) => {
      request.destroy();
      resolve({ code: statusCode, wait: Number(headers['retry-after']) || 0 });
    });
    socket.on('error', (error) => console.error(error.message));
    socket.on('close', (code) => resolve({ code, wait: 0 }));
  }).finally(() => clearInterval(timer));
}
// endregion

let access: Access | undefined;
let pause = 1;
for (;;) {
  const started = Date.now();
  let wait = 0;
  try {
    access ??= await createAccess();
    const closed = await receive(access);
    console.error(`closed with ${closed.code}`);
    // A rejected or expired token needs a new one. A server that is busy does not.
    if ([400, 401, 403, 404, expired].includes(closed.code)) access = undefined;
    wait = closed.wait;
  } catch (error) {
    console.error(String(error));
    wait = (error as { wait?: number }).wait ?? 0;
  }
  if (Date.now() - started > longestPause * 1000) pause = 1;
  await sleep(1000 * Math.max(wait, pause * (1 + Math.random())));
  pause = Math.min(2 * pause, longestPause);
}
