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
import { startPrism, startSandbox } from './lib/sandbox/servers.ts';
import { printTable, quantile } from './lib/report.ts';

// The sandbox, which stores data in a file, compared with Prism, which responds to the same requests with the examples of the
// same documents and stores nothing. One server runs at a time, each in its own process.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const share = (Number(process.env.BENCH_SECONDS ?? 20) * 1000) / 10;
const concurrency = 16;
const steadyRate = 300;
const projectCount = 200;
/** Enough to stay below the rate limit of 100 requests a second per connection. */
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

interface Pair {
  readonly own: Load;
  readonly prism: Load | undefined;
}

/** Alternates the servers, so that load on the machine affects both. */
async function compare(
  api: 'device' | 'platform',
  request: typeof submit,
  calls: number,
  time = share,
) {
  const prism = prisms[api];
  const other = prism && new Client(prism.origin, concurrency);
  const ownRequest = { ...request, path: `/sandbox/${api}/v1${request.path}` };
  const loads: { own: Load[]; prism: Load[] } = { own: [], prism: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const first = await closedLoop(() => own.send(ownRequest), calls, time);
    const second = other && (await closedLoop(() => other.send(request), calls, time));
    // The first round warms both up.
    if (round === 0) continue;
    loads.own.push(first);
    if (second) loads.prism.push(second);
  }
  other?.close();
  const join = (parts: readonly Load[]): Load => ({
    times: parts.flatMap(({ times }) => times),
    perSecond: quantile(
      parts.map(({ perSecond }) => perSecond),
      0.5,
    ),
  });
  const pair: Pair = { own: join(loads.own), prism: other && join(loads.prism) };
  return pair;
}

function print(title: string, { own: mine, prism }: Pair): void {
  console.log(`\n${title}`);
  const row = (label: string, of: (load: Load) => number, digits: number) => ({
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
  `\nsubmitData, ${steadyRate} requests/s whatever they take: p50 ${quantile(atRate.times, 0.5).toFixed(1)} ms, ` +
    `p99 ${quantile(atRate.times, 0.99).toFixed(1)} ms (aim: < 25)`,
);

const projects = [project];
while (projects.length < projectCount) projects.push(await createProject(sandbox.origin));
const devices = await Promise.all(
  projects.slice(0, deviceCount).map((owner) => connectDevice(sandbox.mqttUrl, owner)),
);
let turn = 0;
const overMqtt = await closedLoop(
  () => devices[(turn += 1) % deviceCount]?.submit() ?? Promise.resolve(),
  concurrency,
  rounds * share,
);
const overHttp = await closedLoop(() => own.send(steady), concurrency, rounds * share);
console.log(
  `\nsubmitdata over MQTT, ${concurrency} in flight from ${deviceCount} devices: ${overMqtt.perSecond.toFixed(0)} requests/s, ` +
    `${(overMqtt.perSecond / overHttp.perSecond).toFixed(2)}x of HTTP; ` +
    `p50 ${quantile(overMqtt.times, 0.5).toFixed(1)} ms, p99 ${quantile(overMqtt.times, 0.99).toFixed(1)} ms`,
);
console.log(
  `memory with ${projectCount} projects: ${sandbox.memory().toFixed(0)} MB (aim: < 250); ` +
    `Prism with one document: ${(prisms.platform?.memory() ?? NaN).toFixed(0)} MB`,
);

await Promise.all(devices.map((device) => device.end()));
own.close();
for (const server of [sandbox, prisms.device, prisms.platform]) await server?.stop();
await rm(dataDir, { recursive: true, force: true });
