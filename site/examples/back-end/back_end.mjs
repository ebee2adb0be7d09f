// Receives the new temperatures of all nodes every 5 seconds, and switches a fan with commands. Stop with Ctrl-C.
// Install: Node.js 20 or later, no packages.
// Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY.
import { setTimeout as sleep } from 'node:timers/promises';

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the setup block`);
  return value;
}

const baseUrl = required('ANEDYA_API_URL');
const apiKey = required('ANEDYA_API_KEY');
const INTERVAL_SEC = 5;
const LONGEST_PAUSE_SEC = 300;
const OVERLAP_SEC = 60; // Finds points that arrive up to a minute late. Increase it for devices that buffer.
const COMMAND_SEC = 60;
const LIMIT = 10000; // Points in a response, at most.
const FINAL = ['success', 'failure', 'invalidated'];
const nowSec = () => Math.floor(Date.now() / 1000);

// region call
/** Posts a JSON body to the platform API and returns the response. error.isTemporary: try again later. */
async function call(path, body) {
  const temporary = (text) => Object.assign(new Error(`${path}: ${text}`), { isTemporary: true });
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
      signal: AbortSignal.timeout(30_000),
    });
    text = await response.text();
  } catch (error) {
    throw temporary(error.cause?.message ?? error.message);
  }
  const { status } = response;
  if (status === 429 || status >= 500) throw temporary(`HTTP ${status}: ${text}`);
  if (status !== 200) throw new Error(`${path}: HTTP ${status}: ${text}`);
  const result = JSON.parse(text);
  // Some failures return HTTP 200.
  if (!result.success) throw new Error(`${path}: ${result.reasonCode} ${result.error}`);
  return result;
}
// endregion

// region receive
/** Returns the ids of all nodes, in pages. */
async function listNodes() {
  const ids = [];
  while (true) {
    const page = await call('/node/list', { limit: 1000, offset: ids.length, order: 'asc' });
    ids.push(...page.nodes);
    if (page.nodes.length === 0 || ids.length >= page.totalCount) return ids;
  }
}

/** Yields node id and points, oldest first. Divides a request whose response is full, so no points are left out. */
async function* read(nodes, from, to) {
  const body = { variable: 'temperature', nodes, from, to, limit: LIMIT, order: 'asc' };
  const { data } = await call('/data/getData', body);
  const isFull = Object.values(data).flat().length >= LIMIT;
  const half = Math.floor(nodes.length / 2);
  if (isFull && half > 0) {
    for (const part of [nodes.slice(0, half), nodes.slice(half)]) yield* read(part, from, to);
    return;
  }
  yield* Object.entries(data);
  if (isFull) {
    const last = data[nodes[0]].at(-1).timestamp;
    if (last > from) yield* read(nodes, last, to);
  }
}

const seen = new Map();

/** Yields the points of all nodes that were not seen before. Their timestamps are in Unix seconds. */
async function* receive(sinceSec, to) {
  const from = sinceSec - OVERLAP_SEC;
  const nodes = await listNodes();
  for (let start = 0; start < nodes.length; start += 100) {
    for await (const [node, points] of read(nodes.slice(start, start + 100), from, to)) {
      for (const { timestamp, value } of points) {
        const key = `${node} ${timestamp} ${value}`;
        if (seen.has(key)) continue;
        seen.set(key, timestamp);
        yield { node, timestamp, value };
      }
    }
  }
  for (const [key, timestamp] of seen) if (timestamp < from) seen.delete(key);
}
// endregion

// region control
const fans = new Map();
const sent = new Map();

/** Replace with your rule. Here: the fan is on above 30, and off below 28. */
async function control(node, value) {
  const wanted = value > 30 ? 'on' : value < 28 ? 'off' : undefined;
  if (wanted === undefined || (fans.get(node) ?? 'off') === wanted) return;
  const expiry = (nowSec() + COMMAND_SEC) * 1000;
  const body = { nodeid: node, command: 'set-fan', data: wanted, type: 'string', expiry };
  const { commandId } = await call('/commands/send', body);
  fans.set(node, wanted);
  sent.set(commandId, node);
  console.log(`${node}: sent set-fan ${wanted}`);
}

/** Prints the results of commands. After a failure, the next value sends the command again. */
async function checkCommands() {
  for (const [commandId, node] of sent) {
    const { status, data, expired } = await call('/commands/getDetails', { commandId });
    const isFinal = FINAL.includes(status);
    if (!isFinal && !expired) continue;
    sent.delete(commandId);
    console.log(`${node}: set-fan ${data}: ${status}${isFinal ? '' : ', expired'}`);
    if (status !== 'success') fans.delete(node);
  }
}
// endregion

let sinceSec = nowSec();
let pauseSec = INTERVAL_SEC;
console.log('receiving');
while (true) {
  try {
    const to = nowSec();
    for await (const { node, timestamp, value } of receive(sinceSec, to)) {
      console.log(`${node}: ${value} at ${timestamp}`);
      await control(node, value);
    }
    await checkCommands();
    sinceSec = to;
    pauseSec = INTERVAL_SEC;
  } catch (error) {
    if (!error.isTemporary) throw error;
    pauseSec = Math.min(pauseSec * 2, LONGEST_PAUSE_SEC);
    console.error(`${error.message}: again in ${pauseSec} s`);
  }
  await sleep(pauseSec * 1000);
}
