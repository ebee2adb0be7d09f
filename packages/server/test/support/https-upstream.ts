import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificate } from './certificates.ts';

/** A local host that represents the platform. */
export interface Upstream {
  readonly port: number;
  /** TCP connections accepted so far. */
  readonly connections: number;
  /** Requests whose headers were received so far. */
  readonly requests: number;
  /** Open connections, including TLS. */
  readonly open: number;
  /** Handles requests from now on. */
  handler: RequestListener;
  close(): Promise<void>;
}

/** Starts an HTTPS server on a free port of the loopback address. */
export async function startHttpsUpstream(
  certificate: Certificate,
  handler: RequestListener,
): Promise<Upstream> {
  const sockets = new Set<Socket>();
  const secure = new Set<Socket>();
  const counts = { connections: 0, requests: 0 };
  const state = { handler };
  const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (request, response) => {
    counts.requests += 1;
    state.handler(request, response);
  });
  server.on('connection', (socket: Socket) => {
    counts.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  // TLS takes over the socket, which then emits no `close`.
  server.on('secureConnection', (socket) => {
    secure.add(socket);
    socket.on('close', () => secure.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return counts.connections;
    },
    get requests() {
      return counts.requests;
    },
    get open() {
      return secure.size;
    },
    get handler() {
      return state.handler;
    },
    set handler(next) {
      state.handler = next;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
