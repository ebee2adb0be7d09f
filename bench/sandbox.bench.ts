import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  Client,
  closedLoop,
  createProject,
  deviceRequest,
  openLoop,
  platformRequest,
  type Load,
} from './lib/sandbox/client.ts';
import { connectDevice } from './lib/sandbox/mqtt-devices.ts';
import { startPrism, startSandbox, type ServerProcess } from './lib/sandbox/servers.ts';
import { printTable, quantile } from './lib/report.ts';

// The sandbox, which stores data in a file, compared with Prism, which responds to the same requests with the examples of the
// same documents and stores nothing. One server runs at a time, each in its own process.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const share = (Number(process.env.BENCH_SECONDS ?? 20) * 1000) / 10;
const concurrency = 16;
const steadyRate = 300;
const projectCount = 200;
/** Low enough for the limit of 100 requests a second per connection. */
const deviceCount = 64;
const minute = 60_000;

const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-bench-'));
const sandbox = await startSandbox(dataDir);
const prisms = { device: await startPrism('device'), platform: await startPrism('platform') };
const project = await createProject(sandbox.origin);
const [{ nodeId, connectionKey }] = project.nodes;

const point = { variable: 'temperature', value: 20.5, timestamp: 0 };
const submit = deviceRequest('/submitData', connectionKey, { data: [point] });

/** Stores 10,000 points, the newest now, one a minute. */
async function fill(client: Client): Promise<void> {
  const now = Date.now();
  for (let start = 0; start < 10_000; start += 1000) {
    const data = Array.from({ length: 1000 }, (_, at) => ({
      variable: 'temperature',
      value: 20 + ((start + at) % 100) / 10,
      timestamp: now - (start + at) * minute,
    }));
    const request = deviceRequest('/submitData', connectionKey, { data });
    await client.send({ ...request, path: `/sandbox/device/v1${request.path}` });
  }
}

const seconds = Math.floor(Date.now() / 1000);
const day = { from: seconds - 86_400, to: seconds };
const reads = {
  'getData, 10,000 points': platformRequest('/data/getData', project.apiKey, {
    variable: 'temperature',
    nodes: [nodeId],
    order: 'desc',
    limit: 10_000,
    from: seconds - 10_000 * 60,
    to: seconds,
  }),
  'aggregates by hour over a day': platformRequest('/aggregates/variable/byTime', project.apiKey, {
    variable: 'temperature',
    nodes: [nodeId],
    ...day,
    config: {
      aggregation: { compute: 'avg', forEachNode: true },
      interval: { measure: 'hour', interval: 1 },
      responseOptions: { timezone: 'UTC' },
      filter: { nodes: [nodeId], type: 'include' },
    },
  }),
} as const;

const own = new Client(sandbox.origin, concurrency);
await fill(own);

/** A load, with the CPU time of the server for each request in microseconds: more stable than a rate on a shared machine. */
interface Cost extends Load {
  readonly cpu: number;
}

interface Pair {
  readonly own: Cost;
  readonly prism: Cost | undefined;
}

async function measured(server: ServerProcess, run: () => Promise<Load>): Promise<Cost> {
  const before = server.cpu();
  const load = await run();
  return { ...load, cpu: ((server.cpu() - before) * 1000) / load.times.length };
}

/** Alternates the servers, so that load on the machine affects both. */
async function compare(
  api: 'device' | 'platform',
  request: typeof submit,
  requests: number,
  time = share,
) {
  const prism = prisms[api];
  const other = prism && new Client(prism.origin, concurrency);
  const ownRequest = { ...request, path: `/sandbox/${api}/v1${request.path}` };
  const loads: { own: Cost[]; prism: Cost[] } = { own: [], prism: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const first = await measured(sandbox, () =>
      closedLoop(() => own.send(ownRequest), requests, time),
    );
    const second =
      other && (await measured(prism, () => closedLoop(() => other.send(request), requests, time)));
    // The first round warms both up.
    if (round === 0) continue;
    loads.own.push(first);
    if (second) loads.prism.push(second);
  }
  other?.close();
  const median = (parts: readonly Cost[], of: (part: Cost) => number) =>
    quantile(parts.map(of), 0.5);
  const join = (parts: readonly Cost[]): Cost => ({
    times: parts.flatMap(({ times }) => times),
    perSecond: median(parts, ({ perSecond }) => perSecond),
    cpu: median(parts, ({ cpu }) => cpu),
  });
  const pair: Pair = { own: join(loads.own), prism: other && join(loads.prism) };
  return pair;
}

function print(title: string, { own: mine, prism }: Pair): void {
  console.log(`\n${title}`);
  const row = (label: string, of: (load: Cost) => number, digits: number) => ({
    label,
    digits,
    values: [of(mine), prism ? of(prism) : NaN],
  });
  printTable(
    ['sandbox', 'Prism'],
    [
      row('requests/s', ({ perSecond }) => perSecond, 0),
      row('p50 ms', ({ times }) => quantile(times, 0.5), 1),
      row('p99 ms', ({ times }) => quantile(times, 0.99), 1),
      row('CPU µs of the server per request', ({ cpu }) => cpu, 0),
    ],
  );
}

print(
  `submitData over HTTP, ${concurrency} in flight`,
  await compare('device', submit, concurrency),
);
for (const [name, request] of Object.entries(reads)) {
  // Half as long: large reads have a limit.
  print(`${name}, 2 in flight`, await compare('platform', request, 2, share / 2));
}

const steady = { ...submit, path: `/sandbox/device/v1${submit.path}` };
const atRate = await openLoop(() => own.send(steady), steadyRate, 5 * share);
console.log(
  `\nsubmitData at a fixed rate of ${steadyRate} requests/s: p50 ${quantile(atRate.times, 0.5).toFixed(1)} ms, ` +
    `p99 ${quantile(atRate.times, 0.99).toFixed(1)} ms (target: < 25)`,
);

const projects = [project];
while (projects.length < projectCount) projects.push(await createProject(sandbox.origin));
const devices = await Promise.all(
  projects.slice(0, deviceCount).map((owner) => connectDevice(sandbox.mqttUrl, owner)),
);
let turn = 0;
const mqttLoads: Cost[] = [];
const httpLoads: Cost[] = [];
// In alternation, so that other work on the machine affects both.
for (let round = 0; round < rounds; round += 1) {
  mqttLoads.push(
    await measured(sandbox, () =>
      closedLoop(
        () => devices[(turn += 1) % deviceCount]?.submit() ?? Promise.resolve(),
        concurrency,
        share,
      ),
    ),
  );
  httpLoads.push(
    await measured(sandbox, () => closedLoop(() => own.send(steady), concurrency, share)),
  );
}
const mqttAndHttp = (of: (load: Cost) => number) =>
  [mqttLoads, httpLoads].map((loads) => quantile(loads.map(of), 0.5));
console.log(
  `\nsubmitdata over MQTT, ${concurrency} in flight from ${deviceCount} devices, and over HTTP`,
);
printTable(
  ['MQTT', 'HTTP'],
  [
    { label: 'requests/s', digits: 0, values: mqttAndHttp(({ perSecond }) => perSecond) },
    { label: 'p50 ms', digits: 1, values: mqttAndHttp(({ times }) => quantile(times, 0.5)) },
    { label: 'p99 ms', digits: 1, values: mqttAndHttp(({ times }) => quantile(times, 0.99)) },
    {
      label: 'CPU µs of the sandbox per request',
      digits: 0,
      values: mqttAndHttp(({ cpu }) => cpu),
    },
  ],
);
console.log(
  `memory with ${projectCount} projects: ${sandbox.memory().toFixed(0)} MB (target: < 250); ` +
    `Prism with one document: ${(prisms.platform?.memory() ?? NaN).toFixed(0)} MB`,
);

await Promise.all(devices.map((device) => device.end()));
own.close();
for (const server of [sandbox, prisms.device, prisms.platform]) await server?.stop();
await rm(dataDir, { recursive: true, force: true });
