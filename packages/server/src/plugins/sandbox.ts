import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { clientKey, Slots, type Budget } from '@anedya-docs/sandbox/fairness';
import { createsProject, originOf } from '@anedya-docs/sandbox/origin';
import { mqttPath, streamsPath } from '@anedya-docs/sandbox/paths';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, Gauge, type Registry } from 'prom-client';
import { foreignHostMessage } from '../addresses.ts';
import { requestBudget, type WindowRate } from '../fair-work.ts';
import { limits } from '../limits.ts';
import {
  forwardErrors,
  sendError,
  stateError,
  type ForwardError,
  Forwarder,
  openTunnel,
  rejectUpgrade,
} from '../sandbox/forwarder.ts';
import { clientOf } from '../sandbox/forwarded-headers.ts';
import type { ProcessReport, SandboxUpstream } from '../sandbox/process.ts';

/** The sandbox to forward to, and other limits for tests. */
export interface SandboxMount {
  readonly upstream: SandboxUpstream;
  /** Identifies the client of a request; its address by default. */
  readonly clientKey?: (request: FastifyRequest) => string;
  readonly rate?: WindowRate;
  /** How long a request waits at startup, in milliseconds. */
  readonly startWait?: number;
}

interface Options extends SandboxMount {
  readonly siteDir: string;
  /** Path of the sandbox, without a trailing slash. */
  readonly prefix: string;
  /** Whether a reverse proxy names its clients in `X-Forwarded-For`. */
  readonly trustProxy: boolean;
}

/** Adds metrics of the sandbox process. Its report is as old as its last heartbeat. */
function addMetrics(registry: Registry, upstream: SandboxUpstream): void {
  const registers = [registry];
  new Gauge({
    name: 'sandbox_up',
    help: 'Whether the sandbox accepts requests',
    registers,
    collect() {
      this.set(upstream.state.kind === 'ready' ? 1 : 0);
    },
  });
  new Counter({
    name: 'sandbox_restarts_total',
    help: 'Restarts of the sandbox process',
    registers,
    collect() {
      this.reset();
      this.inc(upstream.restarts);
    },
  });
  const gauge = (name: string, help: string, read: (report: ProcessReport) => number) =>
    new Gauge({
      name: `sandbox_${name}`,
      help,
      registers,
      collect() {
        const { report } = upstream;
        if (report) this.set(read(report));
        else this.remove();
      },
    });
  gauge(
    'resident_memory_bytes',
    'Resident memory of the sandbox process',
    ({ residentBytes }) => residentBytes,
  );
  gauge(
    'heap_used_bytes',
    'Heap in use of the sandbox process',
    ({ heapUsedBytes }) => heapUsedBytes,
  );
  gauge(
    'eventloop_lag_p99_seconds',
    '99th percentile of the event loop delay of the sandbox process since its last heartbeat',
    ({ eventLoopDelay }) => eventLoopDelay.p99,
  );
  gauge(
    'eventloop_lag_max_seconds',
    'Maximum event loop delay of the sandbox process since its last heartbeat',
    ({ eventLoopDelay }) => eventLoopDelay.max,
  );
}

function portOf({ server }: FastifyInstance): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Returns a function that releases the slot, or why there is none. */
function acquireSlot(
  slots: Slots,
  client: string,
  max: number,
  onEvicted: () => void,
): ForwardError | (() => void) {
  const slot = slots.acquire(client, onEvicted);
  if (slot === 'client') return forwardErrors.tooManyInFlight(max);
  return slot === 'all' ? forwardErrors.busy() : slot;
}

/** Allows any preflight, so that a page of another origin can read why its request fails while the sandbox is not ready. */
function sendPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const requested = request.headers['access-control-request-headers'];
  return reply
    .code(204)
    .header('cache-control', 'no-store')
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS')
    .header('access-control-max-age', 0)
    .headers(typeof requested === 'string' ? { 'access-control-allow-headers': requested } : {})
    .send();
}

/** What requests and upgrades need. */
interface Access {
  readonly rate: WindowRate;
  readonly requests: Budget;
  /** Why the sandbox accepts no request; undefined while it is ready. During its start, this waits for it. */
  readonly stateError: () => Promise<ForwardError | undefined>;
}

/** Adds the routes that forward HTTP while the sandbox is ready, within the limits of each client. */
async function addRoutes(app: FastifyInstance, options: Options, access: Access): Promise<void> {
  const { upstream } = options;
  const { rate, requests } = access;
  const keyOf = options.clientKey ?? (({ ip }: FastifyRequest) => clientKey(ip));
  const { concurrency } = limits.sandbox;
  const slots = new Slots(concurrency);
  const forwarder = new Forwarder(upstream.socketPath);
  app.addHook('onClose', () => forwarder.close());
  // The body is forwarded unparsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, next) => {
    next(null);
  });

  app.get('/healthz', { config: { isMonitoring: true } }, (_request, reply) => {
    const error = stateError(upstream.state, Date.now());
    if (error) return sendError(reply, error);
    return reply.header('cache-control', 'no-store').send('ok\n');
  });
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      const isCreation = createsProject(request, app.prefix);
      if (isCreation && originOf(request, options.trustProxy) === 'foreign') {
        await sendError(reply, forwardErrors.foreignHost(foreignHostMessage(request)));
        return;
      }
      // A preflight (https://fetch.spec.whatwg.org/#cors-preflight-request) belongs to the request that follows it.
      if (request.method === 'OPTIONS') return;
      const wait = requests.take(keyOf(request));
      if (wait === 0) return;
      await sendError(reply, forwardErrors.tooManyRequests(rate.max, rate.window, wait));
    });
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.method === 'OPTIONS' && upstream.state.kind !== 'ready') {
        return sendPreflight(request, reply);
      }
      const evicting = new AbortController();
      const onEvicted = () => evicting.abort();
      const slot = acquireSlot(slots, keyOf(request), concurrency.client, onEvicted);
      if (typeof slot !== 'function') return sendError(reply, slot);
      reply.raw.once('close', slot);
      const error = await access.stateError();
      if (error) return sendError(reply, error);
      // The client may have disconnected while it waited.
      if (reply.raw.destroyed) return reply.hijack();
      if (evicting.signal.aborted) return sendError(reply, forwardErrors.evicted());
      return forwarder.forward(request, reply, evicting.signal);
    };
    // The sandbox rejects types that Fastify cannot parse where it needs one, in the format of its errors.
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return handler(request, reply);
      throw error;
    });
    scope.all('/', handler);
    scope.all('/*', handler);
    scope.setNotFoundHandler(handler);
    done();
  });
}

/** Creates the handler of WebSocket upgrades: of the broker and of streams. Each counts as a request of its client. */
function webSocketHandler({ upstream, trustProxy }: Options, access: Access) {
  const { rate, requests, stateError } = access;
  const { webSockets } = limits.sandbox;
  const slots = new Slots(webSockets);
  const admit = async (key: string, socket: Duplex): Promise<ForwardError | (() => void)> => {
    const wait = requests.take(key);
    if (wait > 0) return forwardErrors.tooManyRequests(rate.max, rate.window, wait);
    const error = await stateError();
    return error ?? acquireSlot(slots, key, webSockets.client, () => socket.destroy());
  };
  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const client = clientOf(request, trustProxy);
    const slot = await admit(clientKey(client.ip), socket);
    if (typeof slot !== 'function') {
      rejectUpgrade(socket, slot);
      return;
    }
    if (socket.destroyed) {
      slot();
      return;
    }
    socket.once('close', slot);
    openTunnel(request, socket, head, upstream.socketPath, client);
  };
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => undefined);
    accept(request, socket, head).catch(() => socket.destroy());
  };
}

/** Forwards `/sandbox` of the site, with MQTT over WebSocket and streams, to the sandbox process. */
export default fp<Options>(
  async (app: FastifyInstance, options: Options) => {
    const { upstream, siteDir, prefix, rate, startWait } = { ...limits.sandbox, ...options };
    let started: Promise<unknown> = Promise.resolve();
    const access: Access = {
      rate,
      requests: requestBudget(rate),
      stateError: async () => {
        if (upstream.state.kind === 'starting') await started;
        return stateError(upstream.state, Date.now());
      },
    };
    addMetrics(app.metrics, upstream);
    app.addHook('onListen', (done) => {
      upstream.start({ siteDir, prefix, port: portOf(app), log: app.log });
      const timeout = setTimeout(startWait, undefined, { ref: false });
      started = Promise.race([upstream.settled, timeout]);
      done();
    });
    app.addHook('preClose', () => upstream.disconnectClients());
    app.addHook('onClose', () => upstream.stop());
    const acceptWebSocket = webSocketHandler(options, access);
    for (const path of [mqttPath, streamsPath]) {
      app.connections.acceptWebSockets(`${prefix}${path}`, acceptWebSocket);
    }
    await app.register((scope) => addRoutes(scope, options, access), { prefix });
  },
  { name: 'sandbox' },
);
