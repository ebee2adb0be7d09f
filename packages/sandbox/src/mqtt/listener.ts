import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { MqttBroker } from './broker.ts';
import type { TlsIdentity } from './certificates/tls-identity.ts';
import { defaultLimits } from './limits.ts';
import { upgradeHandler } from './websocket.ts';

export interface Address {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** A port at which the broker can be reached. */
export interface Listener {
  readonly port: number;
  /** Takes no more connections and cuts off those that are left: to be called after the broker is closed, which says goodbye. */
  close(): Promise<void>;
}

/** Time between probes of an idle connection, in milliseconds: half-open ones end without a keep-alive too. */
const probing = 60_000;

/** Time for a client to agree on TLS, in milliseconds: as long as for its CONNECT afterwards. */
const { connectTimeout: handshakeTimeout } = defaultLimits;

function join(broker: MqttBroker) {
  return (socket: Socket) => {
    socket.setNoDelay(true).setKeepAlive(true, probing);
    broker.accept(socket, socket.remoteAddress ?? '');
  };
}

/** MQTT without TLS, for programs on the same machine. */
export function listenTcp(broker: MqttBroker, address: Address): Promise<Listener> {
  return listen(broker, createTcpServer(join(broker)), address);
}

export function listenTls(
  broker: MqttBroker,
  address: Address,
  identity: TlsIdentity,
): Promise<Listener> {
  const options = { ...identity.context(), minVersion: 'TLSv1.2', handshakeTimeout } as const;
  const server = createTlsServer(options, join(broker));
  // A client that does not trust the certificate hangs up: its own output says so. One that is too slow is cut off.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const stop = identity.onRenewal((context) => server.setSecureContext(context));
  return listen(broker, server, address, stop);
}

/** MQTT over WebSocket at a port of its own, at any path. With an identity, over TLS. */
export function listenWebSocket(
  broker: MqttBroker,
  address: Address,
  identity?: TlsIdentity,
): Promise<Listener> {
  const server = identity
    ? createHttpsServer({ ...identity.context(), minVersion: 'TLSv1.2', handshakeTimeout }, explain)
    : createHttpServer(explain);
  const stop = identity?.onRenewal((context) => {
    if ('setSecureContext' in server) server.setSecureContext(context);
  });
  const upgrade = upgradeHandler(broker);
  server.on('upgrade', (request, socket: Socket, head) => void upgrade(request, socket, head));
  server.on('tlsClientError', () => undefined);
  return listen(broker, server, address, stop);
}

const explain: NonNullable<Parameters<typeof createHttpServer>[1]> = (_, response) => {
  const text = 'Here is MQTT over WebSocket. Connect with an MQTT client.\n';
  response.writeHead(426, { 'content-type': 'text/plain', upgrade: 'websocket' }).end(text);
};

async function listen(
  broker: MqttBroker,
  server: Server | HttpServer,
  { host, port }: Address,
  stop?: () => void,
): Promise<Listener> {
  // The broker knows a connection when it brings packets: the first of TLS and of WebSocket come before.
  const sockets = new Set<Socket>();
  server.maxConnections = broker.maxConnections;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      stop?.();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
