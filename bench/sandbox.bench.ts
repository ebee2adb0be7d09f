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
  type Project,
  type Request,
} from './lib/sandbox/client.ts';
import { connectDevice } from './lib/sandbox/mqtt-devices.ts';
import { startPrism, startSandbox, type ServerProcess } from './lib/sandbox/servers.ts';
import { printTable, quantile } from './lib/report.ts';

// The sandbox, which stores data in a file, compared with that of another checkout (`BENCH_BASELINE`) and with Prism, which
// responds to the same requests with the examples of the same documents and stores nothing. One server runs at a time, each in
// its own process.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const share = (Number(process.env.BENCH_SECONDS ?? 20) * 1000) / 10;
const concurrency = 16;
const steadyRate = 300;
const projectCount = 200;
/** Low enough for the limit of 100 requests a second per connection. */
const deviceCount = 64;
const minute = 60_000;

const point = { variable: 'temperature', value: 20.5, timestamp: 0 };

/** Stores 10,000 points, the newest now, one a minute. */
async function fill(client: Client, connectionKey: string): Promise<void> {
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

/** Returns the requests that are compared, for a project. */
function requestsOf({ apiKey, nodes: [{ nodeId, connectionKey }] }: Project) {
  return {
    submit: deviceRequest('/submitData', connectionKey, { data: [point] }),
    'getData, 10,000 points': platformRequest('/data/getData', apiKey, {
      variable: 'temperature',
      nodes: [nodeId],
      order: 'desc',
      limit: 10_000,
      from: seconds - 10_000 * 60,
      to: seconds,
    }),
    'aggregates by hour over a day': platformRequest('/aggregates/variable/byTime', apiKey, {
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
}

type RequestName = keyof ReturnType<typeof requestsOf>;

/** A sandbox with one project that has data. */
async function startFilled(checkout?: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-bench-'));
  const server = await startSandbox(dataDir, checkout);
  const project = await createProject(server.origin);
  const client = new Client(server.origin, concurrency);
  await fill(client, project.nodes[0].connectionKey);
  return {
    server,
    project,
    client,
    requests: requestsOf(project),
    stop: async () => {
      client.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const { BENCH_BASELINE } = process.env;
const own = await startFilled();
const baseline = BENCH_BASELINE ? await startFilled(path.resolve(BENCH_BASELINE)) : undefined;
const { server: sandbox, project, client } = own;
const prisms = { device: await startPrism('device'), platform: await startPrism('platform') };

/** A load, with the CPU time of the server for each request in microseconds: more stable than a rate on a shared machine. */
interface Cost extends Load {
  readonly cpu: number;
}

interface Contender {
  readonly name: string;
  readonly server: ServerProcess;
  readonly client: Client;
  readonly request: Request;
  readonly loads: Cost[];
}

async function measured(server: ServerProcess, run: () => Promise<Load>): Promise<Cost> {
  const before = server.cpu();
  const load = await run();
  return { ...load, cpu: ((server.cpu() - before) * 1000) / load.times.length };
}

/** Alternates the servers, so that load on the machine affects all of them. */
async function compare(
  title: string,
  api: 'device' | 'platform',
  name: RequestName,
  inFlight: number,
  time = share,
): Promise<void> {
  const prism = prisms[api];
  const sandboxes = [
    { name: 'sandbox', ...own },
    ...(baseline ? [{ name: 'baseline', ...baseline }] : []),
  ].map(({ requests, ...one }) => {
    const request = requests[name];
    return { ...one, request: { ...request, path: `/sandbox/${api}/v1${request.path}` } };
  });
  const contenders: Contender[] = [
    ...sandboxes,
    ...(prism
      ? [
          {
            name: 'Prism',
            server: prism,
            client: new Client(prism.origin, concurrency),
            request: own.requests[name],
          },
        ]
      : []),
  ].map((contender) => ({ ...contender, loads: [] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { server, client: sender, request, loads } of contenders) {
      const cost = await measured(server, () =>
        closedLoop(() => sender.send(request), inFlight, time),
      );
      // The first round warms all of them up.
      if (round > 0) loads.push(cost);
    }
  }
  const row = (label: string, of: (load: Cost) => number, digits: number) => ({
    label,
    digits,
    values: contenders.map(({ loads }) => quantile(loads.map(of), 0.5)),
  });
  console.log(`\n${title}, ${inFlight} in flight`);
  printTable(
    contenders.map((contender) => contender.name),
    [
      row('requests/s', ({ perSecond }) => perSecond, 0),
      row('p50 ms', ({ times }) => quantile(times, 0.5), 1),
      row('p99 ms', ({ times }) => quantile(times, 0.99), 1),
      row('CPU µs of the server per request', ({ cpu }) => cpu, 0),
    ],
  );
}

await compare('submitData over HTTP', 'device', 'submit', concurrency);
for (const name of ['getData, 10,000 points', 'aggregates by hour over a day'] as const) {
  // Half as long: large reads have a limit.
  await compare(name, 'platform', name, 2, share / 2);
}

const { submit } = own.requests;
const steady = { ...submit, path: `/sandbox/device/v1${submit.path}` };
const atRate = await openLoop(() => client.send(steady), steadyRate, 5 * share);
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
    await measured(sandbox, () => closedLoop(() => client.send(steady), concurrency, share)),
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
for (const server of [own, baseline, prisms.device, prisms.platform]) await server?.stop();
