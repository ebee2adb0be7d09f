import http from 'node:http';
import https from 'node:https';
import { apiHost } from '../../../packages/server/test/proxy/support/api-documents.ts';
import { createAuthority } from '../../../packages/server/test/support/certificates.ts';
import { startHttpsUpstream } from '../../../packages/server/test/support/https-upstream.ts';
import type { Latency, Order, Rate, Ready } from './messages.ts';

// Upstream and client run in a separate process, so that the measured memory is that of the proxy alone.

const inFlight = 32;
const body = JSON.stringify({ limit: 100, offset: 0, note: 'x'.repeat(2000) });
const responseBody = JSON.stringify({ errorcode: 0, nodes: 'x'.repeat(4000) });

const setup = { proxyOrigin: '' };
const authority = await createAuthority();
const held: http.ServerResponse[] = [];
const upstream = await startHttpsUpstream(await authority.issue([apiHost]), (request, response) => {
  if (request.url === '/v1/slow') held.push(response);
  else request.resume().on('end', () => response.end(responseBody));
});

type SendRequest = (path: string) => Promise<void>;

function exchange(send: (done: (response: http.IncomingMessage) => void) => http.ClientRequest) {
  return new Promise<void>((resolve, reject) => {
    const request = send((response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    request.on('error', reject).end(body);
  });
}

const method = 'POST';
const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };
const directAgent = new https.Agent({
  keepAlive: true,
  ca: authority.ca,
  servername: apiHost,
});
const proxyAgent = new http.Agent({ keepAlive: true });
const { port } = upstream;
const direct: SendRequest = (path) =>
  exchange((done) =>
    https.request({ agent: directAgent, host: '127.0.0.1', port, path, method, headers }, done),
  );
const proxied: SendRequest = (path) =>
  exchange((done) =>
    http.request(
      `${setup.proxyOrigin}/proxy/https://${apiHost}${path}`,
      { agent: proxyAgent, method, headers },
      done,
    ),
  );

async function timed(send: SendRequest): Promise<number> {
  const start = performance.now();
  await send('/v1/node/list');
  return performance.now() - start;
}

/** Sends one request at a time, alternately to the upstream and through the proxy. */
async function latency(requests: number): Promise<Latency> {
  const times: { direct: number[]; proxied: number[] } = { direct: [], proxied: [] };
  for (let at = 0; at < requests; at += 1) {
    times.direct.push(await timed(direct));
    times.proxied.push(await timed(proxied));
  }
  return times;
}

async function requestsPerSecond(send: SendRequest, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  let requests = 0;
  const worker = async () => {
    for (; performance.now() < end; requests += 1) await send('/v1/node/list');
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return requests / (milliseconds / 1000);
}

const rate = async (milliseconds: number): Promise<Rate> => ({
  direct: await requestsPerSecond(direct, milliseconds),
  proxied: await requestsPerSecond(proxied, milliseconds),
});

let holding: Promise<unknown> = Promise.resolve();

/** Starts requests that get no response until they are released; resolves once all have arrived. */
async function hold(requests: number): Promise<void> {
  holding = Promise.all(Array.from({ length: requests }, () => proxied('/v1/slow')));
  while (held.length < requests) {
    await Promise.race([holding, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
}

async function release(): Promise<void> {
  for (const response of held.splice(0)) response.end(responseBody);
  await holding;
}

async function obey(order: Order): Promise<unknown> {
  if (order.order === 'setup') return void (setup.proxyOrigin = order.proxyOrigin);
  if (order.order === 'latency') return latency(order.requests);
  if (order.order === 'rate') return rate(order.milliseconds);
  if (order.order === 'hold') return hold(order.requests);
  return release();
}

process.on('message', (order: Order) => {
  void obey(order).then((result) => process.send?.(result ?? null));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port, ca: authority.ca } satisfies Ready);
