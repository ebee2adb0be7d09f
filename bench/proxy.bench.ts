import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildApp } from '../packages/server/src/app.ts';
import { writeDocuments } from '../packages/server/test/proxy/support/api-documents.ts';
import { writeFixtureSite } from '../packages/server/test/support/fixture-site.ts';
import { listen } from '../packages/server/test/support/raw-http.ts';
import type { Latency, Order, Rate, Ready } from './lib/proxy/messages.ts';
import { printTable, quantile } from './lib/report.ts';

// The proxy compared with direct requests to the same TLS upstream on this machine, and the memory that slow requests use.
// The proxy runs in this process; upstream and client share another.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
const slowRequests = 500;

async function tell<T>(child: ChildProcess, order: Order): Promise<T> {
  const response = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The upstream process exited at "${order.order}"`);
    }),
  ]);
  child.send(order);
  return ((await response) as [T])[0];
}

/** Resident memory in MB (of 1,000,000 bytes), after a full collection. */
function residentMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().rss / 1_000_000;
}

const child = fork(path.resolve(import.meta.dirname, 'lib/proxy/peers.ts'), {
  execArgv: ['--import', 'tsx'],
});
const [{ port, ca }] = (await once(child, 'message')) as [Ready];
const siteDir = await writeFixtureSite();
await writeDocuments(siteDir);
const app = await buildApp({
  siteDir,
  basePath: '/',
  trustProxy: false,
  logLevel: 'silent',
  proxy: {
    resolve: () => Promise.resolve(['93.184.215.14']),
    dial: () => ({ host: '127.0.0.1', port }),
    ca,
    // All requests come from one address, as fast as possible.
    concurrency: { all: 2 * slowRequests, client: 2 * slowRequests },
    rate: { window: 60_000, all: Number.MAX_SAFE_INTEGER, client: Number.MAX_SAFE_INTEGER },
    timeouts: { connect: 60_000, total: 120_000 },
  },
});
const proxyOrigin = `http://127.0.0.1:${await listen(app)}`;
await tell(child, { order: 'setup', proxyOrigin });

await tell<Latency>(child, { order: 'latency', requests: 100 });
const times = await tell<Latency>(child, { order: 'latency', requests: rounds * 200 });
const rate = await tell<Rate>(child, { order: 'rate', milliseconds: (seconds * 1000) / 2 });
const before = residentMemory();
await tell(child, { order: 'hold', requests: slowRequests });
const during = residentMemory();
await tell(child, { order: 'release' });

const row = (label: string, direct: number, proxied: number, digits: number) => ({
  label,
  values: [direct, proxied],
  digits,
});
const ofLatency = (label: string, share: number) =>
  row(label, quantile(times.direct, share), quantile(times.proxied, share), 2);
console.log('\nproxy, one request at a time, then 32 in flight, to the same TLS upstream');
printTable(
  ['direct', 'through the proxy'],
  [
    ofLatency('p50 ms', 0.5),
    ofLatency('p99 ms', 0.99),
    row('requests/s, 32 in flight', rate.direct, rate.proxied, 0),
  ],
);
const added = (share: number) =>
  (quantile(times.proxied, share) - quantile(times.direct, share)).toFixed(2);
console.log(`  added: ${added(0.5)} ms at p50, ${added(0.99)} ms at p99`);
console.log(
  `  memory with ${slowRequests} requests waiting: ${(during / before).toFixed(2)}x of ${before.toFixed(0)} MB, ` +
    `${(((during - before) * 1000) / slowRequests).toFixed(0)} kB for each request`,
);

child.disconnect();
await app.close();
await rm(siteDir, { recursive: true, force: true });
