import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { mqttPath } from '@anedya-docs/sandbox/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { clientKey } from '../client-key.ts';
import { limits } from '../limits.ts';
import { Slots } from '../proxy/slots.ts';
import { Forwarder } from '../sandbox/forward.ts';
import { clientOf } from '../sandbox/headers.ts';
import { addMeasures } from '../sandbox/measures.ts';
import { boundRate, type SandboxRate } from '../sandbox/rate.ts';
import { refusalOf, refusals, refuse, type Refusal } from '../sandbox/refusal.ts';
import { openTunnel, refuseUpgrade } from '../sandbox/tunnel.ts';
import type { SandboxUpstream } from '../sandbox/upstream.ts';

/** The sandbox to forward to, and other bounds for tests. */
export interface SandboxMount {
  readonly upstream: SandboxUpstream;
  /** What bounds count as one client; its address unless given. */
  readonly clientKey?: (request: FastifyRequest) => string;
  readonly rate?: SandboxRate;
}

export interface Options extends SandboxMount {
  readonly siteDir: string;
  /** Path of the sandbox, without a slash at the end. */
  readonly prefix: string;
  /** Whether a proxy before the server names its clients in `X-Forwarded-For`. */
  readonly trustProxy: boolean;
}

function portOf({ server }: FastifyInstance): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** The refusal of one more, or what gives its slot back. */
function takeSlot(slots: Slots, client: string, max: number): Refusal | (() => void) {
  const slot = slots.take(client);
  if (slot === 'client') return refusals.tooManyInFlight(max);
  return slot === 'all' ? refusals.busy() : slot;
}

/** Lets a page of another origin read why its request was refused, where the sandbox cannot say what it takes. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wanted = request.headers['access-control-request-headers'];
  return reply
    .code(204)
    .header('cache-control', 'no-store')
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS')
    .header('access-control-max-age', 0)
    .headers(typeof wanted === 'string' ? { 'access-control-allow-headers': wanted } : {})
    .send();
}

/** Adds the forwarding of HTTP, within bounds of each client and while the sandbox is ready. */
async function addRequests(app: FastifyInstance, options: Options): Promise<void> {
  const { upstream, rate = limits.sandbox.rate } = options;
  const clientOfRequest = options.clientKey ?? (({ ip }: FastifyRequest) => clientKey(ip));
  const { concurrency } = limits.sandbox;
  const slots = new Slots(concurrency);
  const forwarder = new Forwarder(upstream.socketPath);
  app.addHook('onClose', () => forwarder.close());
  // The body is passed on as it comes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, next) => {
    next(null);
  });

  app.get('/healthz', { config: { isVital: true } }, (_request, reply) => {
    const refusal = refusalOf(upstream.state, Date.now());
    if (refusal) return refuse(reply, refusal);
    return reply.header('cache-control', 'no-store').send('ok\n');
  });
  await app.register(async (scope) => {
    await boundRate(scope, rate, clientOfRequest);
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const refusal = refusalOf(upstream.state, Date.now());
      if (refusal && request.method === 'OPTIONS') return answerPreflight(request, reply);
      if (refusal) return refuse(reply, refusal);
      const slot = takeSlot(slots, clientOfRequest(request), concurrency.client);
      if (typeof slot !== 'function') return refuse(reply, slot);
      reply.raw.once('close', slot);
      return forwarder.forward(request, reply);
    };
    scope.all('/', handler);
    scope.all('/*', handler);
    scope.setNotFoundHandler(handler);
  });
}

/** Makes what takes the upgrades to WebSocket at the broker's path. */
function webSocketHandler({ upstream, trustProxy }: Options) {
  const bounds = limits.sandbox.webSockets;
  const slots = new Slots(bounds);
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const client = clientOf(request, trustProxy);
    const slot =
      refusalOf(upstream.state, Date.now()) ?? takeSlot(slots, clientKey(client.ip), bounds.client);
    if (typeof slot !== 'function') {
      socket.on('error', () => undefined);
      refuseUpgrade(socket, slot);
      return;
    }
    socket.once('close', slot);
    openTunnel(request, socket, head, upstream.socketPath, client);
  };
}

/** Forwards `/sandbox` of the site, and MQTT over WebSocket, to the sandbox's process. */
export default fp<Options>(
  async (app: FastifyInstance, options: Options) => {
    const { upstream, siteDir, prefix } = options;
    addMeasures(app.metrics, upstream);
    app.addHook('onListen', (done) => {
      upstream.start({ siteDir, prefix, port: portOf(app), log: app.log });
      done();
    });
    app.addHook('preClose', () => upstream.hangUp());
    app.addHook('onClose', () => upstream.stop());
    app.connections.acceptWebSockets(`${prefix}${mqttPath}`, webSocketHandler(options));
    await app.register((scope) => addRequests(scope, options), { prefix });
  },
  { name: 'sandbox' },
);
