import type { ConnectionGuard } from '@anedya-docs/sandbox/connection-guard';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, Gauge } from 'prom-client';
import { limits } from '../limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits the connections of the server, and accepts its WebSockets. */
    connections: ConnectionGuard;
  }
}

/** Decorates the server with its connection guard, adds metrics of it, and closes the connections at shutdown. */
export default fp<{ guard: ConnectionGuard }>(
  (app: FastifyInstance, { guard }, done: () => void) => {
    app.decorate('connections', guard);
    new Gauge({
      name: 'http_connections',
      help: 'Open connections',
      registers: [app.metrics],
      collect() {
        this.set(guard.size);
      },
    });
    new Counter({
      name: 'http_connections_cut_total',
      help: 'Connections that were rejected or cut, by reason',
      labelNames: ['reason'],
      registers: [app.metrics],
      collect() {
        this.reset();
        for (const [reason, count] of guard.cuts) this.inc({ reason }, count);
      },
    });
    let ended: Promise<void> | undefined;
    app.addHook('preClose', (next) => {
      // Later hooks close the WebSockets, which this waits for.
      ended = guard.end(limits.shutdown.requests);
      next();
    });
    // Fastify waits only for the connections of the first server.
    app.addHook('onClose', () => ended);
    done();
  },
  { name: 'connections', dependencies: ['monitoring'] },
);
