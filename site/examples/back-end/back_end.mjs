// Receives the new temperatures of all nodes every 5 seconds, and switches a fan with commands. Stop with Ctrl-C.
// Install: Node.js 20 or later, no packages.
// Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY.
import { setTimeout as sleep } from 'node:timers/promises';

function required(name) {
  const value = process.env[name]?.trim();
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

/** A failed request: temporary, after retrySec at the earliest, rejected, or fatal, such as a wrong key. */
class CallError extends Error {
  constructor(kind, text, retrySec = 0) {
    super(text);
    Object.assign(this, { kind, retrySec });
  }
}

// region call
/** Posts a JSON body to the platform API and returns the response. Throws a CallError. */
async function call(path, body) {
  let response, text, result;
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
    if (response.status === 200) result = JSON.parse(text);
  } catch (error) {
    throw new CallError('temporary', `${path}: ${error.cause?.message ?? error.message}`);
  }
  const { status, headers } = response;
  const message = `${path}: HTTP ${status}: ${text}`;
  if (status === 429 || status >= 500)
    throw new CallError('temporary', message, Number(headers.get('Retry-After')) || 0);
  if (status !== 200)
    throw new CallError([401, 403].includes(status) ? 'fatal' : 'rejected', message);
  // Some failures return HTTP 200.
  if (!result.success) {
    const kind = result.reasonCode?.startsWith('auth::') ? 'fatal' : 'rejected';
    throw new CallError(kind, `${path}: ${result.reasonCode} ${result.error}`);
  }
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
  const half = Math.floor(nodes.length / 2);
  let data, isFull;
  try {
    ({ data } = await call('/data/getData', body));
    isFull = Object.values(data).flat().length >= LIMIT;
  } catch (error) {
    if (!error.message.includes('data::invalidnodeid')) throw error;
    // One of the nodes has been deleted since they were listed: find it, and go on without it.
    if (half === 0) return;
    isFull = true;
  }
  if (isFull && half > 0) {
    for (const part of [nodes.slice(0, half), nodes.slice(half)]) yield* read(part, from, to);
  } else if (isFull) {
    // The last second may be incomplete, so it is read again as a whole.
    const points = data[nodes[0]];
    const last = points.at(-1).timestamp;
    const complete = points.filter(({ timestamp }) => timestamp < last);
    yield [nodes[0], complete.length > 0 ? complete : points];
    yield* read(nodes, complete.length > 0 ? last : last + 1, to);
  } else {
    yield* Object.entries(data);
  }
}

const seen = new Map(); // How often each value of a node and second was received.

/**
 * Yields the points of all nodes that were not received before. Their timestamps are in Unix seconds. A node can have several
 * points in one second, also with equal values, so values are counted.
 */
async function* receive(sinceSec, to) {
  const from = sinceSec - OVERLAP_SEC;
  const nodes = await listNodes();
  for (let start = 0; start < nodes.length; start += 100) {
    for await (const [node, points] of read(nodes.slice(start, start + 100), from, to)) {
      const found = new Map();
      for (const { timestamp, value } of points) {
        const key = `${node} ${timestamp} ${JSON.stringify(value)}`;
        const count = (found.get(key) ?? 0) + 1;
        found.set(key, count);
        if (count <= (seen.get(key)?.count ?? 0)) continue;
        seen.set(key, { count, timestamp });
        yield { node, timestamp, value };
      }
    }
  }
  for (const [key, { timestamp }] of seen) if (timestamp < from) seen.delete(key);
}
// endregion

// region control
const latest = new Map(); // The newest value of each node, until the rule has seen it.
const newest = new Map(); // Its timestamp: a value that arrives late does not overrule a newer one.
const fans = new Map(); // What each fan was told last; nothing when that is unknown: at the start, and after a failure.
const sent = new Map();

/** Replace with your rule. Here: the fan is on above 30, and off below 28. */
async function control(node, value) {
  const wanted = value > 30 ? 'on' : value < 28 ? 'off' : undefined;
  if (wanted === undefined || fans.get(node) === wanted) return;
  const expiry = (nowSec() + COMMAND_SEC) * 1000;
  const body = { nodeid: node, command: 'set-fan', data: wanted, type: 'string', expiry };
  const { commandId } = await call('/commands/send', body);
  fans.set(node, wanted);
  sent.set(commandId, node);
  console.log(`${node}: sent set-fan ${wanted}`);
}

/** Prints a rejection, and passes other errors on. */
function printRejected(node, error) {
  if (error.kind !== 'rejected') throw error;
  console.error(`${node}: ${error.message}`);
}

/** Applies the rule. A value stays after a temporary error, so that the next cycle tries again. */
async function controlAll() {
  for (const [node, value] of latest) {
    await control(node, value).catch((error) => printRejected(node, error));
    latest.delete(node);
  }
}

/** Prints the results of commands. After a failure, the next value sends the command again. */
async function checkCommands() {
  for (const [commandId, node] of sent) {
    const details = await call('/commands/getDetails', { commandId }).catch((error) =>
      printRejected(node, error),
    );
    const isFinal = !details || FINAL.includes(details.status);
    if (!isFinal && !details.expired) continue;
    sent.delete(commandId);
    if (!details) continue;
    console.log(`${node}: set-fan ${details.data}: ${details.status}${isFinal ? '' : ', expired'}`);
    if (details.status !== 'success') fans.delete(node);
  }
}
// endregion

let sinceSec = nowSec();
let pauseSec = INTERVAL_SEC;
console.log('receiving');
while (true) {
  let waitSec = INTERVAL_SEC;
  try {
    const to = nowSec();
    for await (const { node, timestamp, value } of receive(sinceSec, to)) {
      console.log(`${node}: ${value} at ${timestamp}`);
      if (timestamp < (newest.get(node) ?? 0)) continue;
      latest.set(node, value);
      newest.set(node, timestamp);
    }
    await controlAll();
    await checkCommands();
    sinceSec = to;
    pauseSec = INTERVAL_SEC;
  } catch (error) {
    if (error.kind !== 'temporary' && error.kind !== 'rejected') throw error;
    pauseSec = Math.min(pauseSec * 2, LONGEST_PAUSE_SEC);
    waitSec = Math.max(pauseSec, error.retrySec);
    console.error(`${error.message}: again in ${waitSec} s`);
  }
  await sleep(waitSec * 1000);
}
