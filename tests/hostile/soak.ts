/**
 * `npm run soak [-- minutes]`: mixed load of readers, programs and devices on the real server, with attacks and crashes in
 * between, for 30 minutes by default. Prints requests, failures, and the resources of the processes.
 */
import mqtt, { type MqttClient } from 'mqtt';
import { connected, floods } from './support/mqtt.ts';
import { flood, sendAndReset } from './support/raw.ts';
import {
  attacker,
  nextTurn,
  SiteProcess,
  type Project,
  type Usage,
} from './support/site-process.ts';

const minutes = Number(process.argv[2] ?? 30);
if (!(minutes > 0)) throw new Error(`"${process.argv[2] ?? ''}" is no number of minutes`);
const end = Date.now() + minutes * 60_000;
const isOver = () => Date.now() >= end;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Requests and failures of one kind of load. */
class Tally {
  requests = 0;
  readonly failures = new Map<string, number>();

  fail(why: string): void {
    this.failures.set(why, (this.failures.get(why) ?? 0) + 1);
  }
}

const tallies = new Map<string, Tally>();
function tallyOf(kind: string): Tally {
  const tally = tallies.get(kind) ?? new Tally();
  tallies.set(kind, tally);
  return tally;
}

/** Sends a request. While the sandbox restarts, it must return 503 with `Retry-After`. */
async function ask(kind: string, url: string, init?: RequestInit): Promise<unknown> {
  const tally = tallyOf(kind);
  tally.requests += 1;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
    const text = await response.text();
    if (response.status === 503 && response.headers.has('retry-after'))
      tally.fail('503 while it restarts');
    else if (!response.ok) tally.fail(`${response.status} ${text.slice(0, 100)}`);
    return response.ok && text.startsWith('{') ? JSON.parse(text) : undefined;
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    tally.fail(cause ?? (error as Error).name);
    return undefined;
  }
}

const server = await SiteProcess.start();
const pages = [
  '/',
  '/getting-started/',
  '/platform-api/node-create/',
  '/device/mqtt-endpoints/',
  '/search/index.json',
];
const words = ['heartbeat', 'how do i connect esp32', 'auth::', 'submit data', 'timezone'];

async function readPages(): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    await ask('page', server.origin + (pages[turn % pages.length] ?? '/'));
    await pause(50);
  }
}

async function search(): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const query = words[turn % words.length] ?? '';
    const body = { requests: [{ indexName: 'anedya-docs', query, hitsPerPage: 20 }] };
    const credentials = 'x-algolia-application-id=self-hosted&x-algolia-api-key=search-only';
    await ask('search', `${server.origin}/1/indexes/*/queries?${credentials}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(body),
    });
    await pause(200);
  }
}

async function useApis(project: Project): Promise<void> {
  const [{ nodeId, connectionKey }] = project.nodes;
  const platform = {
    authorization: `Bearer ${project.apiKey}`,
    'content-type': 'application/json',
  };
  const device = {
    authorization: connectionKey,
    'auth-mode': 'key',
    'content-type': 'application/json',
  };
  const post = (kind: string, url: string, headers: Record<string, string>, body: unknown) =>
    ask(kind, url, { method: 'POST', headers, body: JSON.stringify(body) });
  while (!isOver()) {
    const now = Date.now();
    await post('submit', `${project.deviceUrl}/submitData`, device, {
      data: [{ variable: 'temperature', value: now % 40, timestamp: now }],
    });
    await post('read', `${project.platformUrl}/data/getData`, platform, {
      variable: 'temperature',
      nodes: [nodeId],
      from: Math.floor(now / 1000) - 3600,
      to: Math.floor(now / 1000),
    });
    await post('list', `${project.platformUrl}/node/list`, platform, { limit: 10 });
    await pause(100);
  }
}

async function speakMqtt(project: Project): Promise<void> {
  const tally = tallyOf('mqtt');
  const [{ deviceId, connectionKey }] = project.nodes;
  const client: MqttClient = mqtt.connect(`mqtt://127.0.0.1:${project.broker.tcp}`, {
    clientId: deviceId,
    username: deviceId,
    password: connectionKey,
    reconnectPeriod: 1000,
  });
  client.on('error', ({ message }) => tally.fail(message));
  while (!isOver()) {
    tally.requests += 1;
    const body = { reqId: 'soak', data: [{ variable: 'temperature', value: 1, timestamp: 0 }] };
    await client
      .publishAsync(`$anedya/device/${deviceId}/submitdata/json`, JSON.stringify(body), { qos: 1 })
      .catch((error: unknown) => tally.fail((error as Error).message));
    await pause(100);
  }
  await client.endAsync(true);
}

/** Disturbances of the server: crashes of the sandbox, resets, floods, and stalled connections. */
async function injectFaults(project: Project): Promise<void> {
  const tally = tallyOf('faults injected');
  const upgrade =
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 5\r\n\r\nhello';
  const pipeline = Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50));
  for (let turn = 1; !isOver(); turn += 1) {
    tally.requests += 1;
    for (let index = 0; index < 20; index += 1) {
      await sendAndReset(server.port, Buffer.from(upgrade), attacker(index));
      await sendAndReset(server.port, pipeline, attacker(index));
    }
    const packets = Object.values(floods(project, turn % 2 === 0 ? 4 : 5));
    const stream = await connected(project, 'tcp', turn % 2 === 0 ? 4 : 5, attacker(turn % 50));
    await flood(stream, packets[turn % packets.length] ?? Buffer.alloc(2), 200_000);
    stream.destroy();
    if (turn % 20 === 0) process.kill(await server.sandboxPid(), 'SIGKILL');
    await pause(8000);
  }
}

const samples: (Usage & { readonly at: number })[] = [];
async function sample(): Promise<void> {
  while (!isOver()) {
    samples.push({ ...(await server.usage()), at: Date.now() });
    await pause(5000);
  }
}

/** Growth in megabytes per hour, by least squares over the samples after the first third: V8 and caches fill first. */
function memorySlope(): number {
  const kept = samples.slice(Math.floor(samples.length / 3));
  const mean = (of: (one: (typeof samples)[number]) => number) =>
    kept.reduce((sum, one) => sum + of(one), 0) / kept.length;
  const [time, memory] = [mean(({ at }) => at), mean((one) => one.memory)];
  const covariance = kept.reduce((sum, one) => sum + (one.at - time) * (one.memory - memory), 0);
  const variance = kept.reduce((sum, one) => sum + (one.at - time) ** 2, 0);
  return ((covariance / variance) * 3_600_000) / 1e6;
}

const projects = await Promise.all(Array.from({ length: 6 }, () => server.createProject()));
const hostile = await server.createProject();
const before = await server.usage();
await Promise.all([
  readPages(),
  readPages(),
  search(),
  ...projects.slice(0, 3).map(useApis),
  ...projects.slice(3).map(speakMqtt),
  injectFaults(hostile),
  sample(),
]);
for (
  let look = 0;
  look < 500 && (await server.usage()).descriptors > before.descriptors + 12;
  look += 1
) {
  await nextTurn();
}
const after = await server.usage();
for (const [kind, { requests, failures }] of tallies) {
  const failed = [...failures].map(([why, count]) => `${count} × ${why}`).join('; ');
  console.log(`${kind}: ${requests}${failed ? `, failed: ${failed}` : ''}`);
}
const highest = Math.max(...samples.map(({ memory }) => memory));
console.log(
  [
    `memory: ${Math.round(before.memory / 1e6)} MB at the start, ${Math.round(after.memory / 1e6)} MB at the end`,
    `at most ${Math.round(highest / 1e6)} MB, slope ${memorySlope().toFixed(1)} MB/h`,
    `descriptors: ${before.descriptors} at the start, ${after.descriptors} at the end`,
  ].join('; '),
);
const code = await server.stop();
console.log(`the server ended with ${code}`);
process.exitCode = code === 0 ? 0 : 1;
