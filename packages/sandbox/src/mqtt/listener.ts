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
import { upgradeHandler } from './websocket.ts';

export interface Address {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** A port at which the broker can be reached. */
export interface Listener {
  readonly port: number;
  /** Takes no more connections, and resolves when the last one has ended. */
  close(): Promise<void>;
}

/** Time between probes of an idle connection, in milliseconds: half-open ones end without a keep-alive too. */
const probing = 60_000;

function join(broker: MqttBroker) {
  return (socket: Socket) => {
    socket.setNoDelay(true).setKeepAlive(true, probing);
    broker.accept(socket, socket.remoteAddress ?? '');
  };
}

/** MQTT without TLS, for programs on the same machine. */
export function listenTcp(broker: MqttBroker, address: Address): Promise<Listener> {
  return listen(createTcpServer(join(broker)), address);
}

export function listenTls(
  broker: MqttBroker,
  address: Address,
  identity: TlsIdentity,
): Promise<Listener> {
  const server = createTlsServer({ ...identity.context(), minVersion: 'TLSv1.2' }, join(broker));
  // A client that does not trust the certificate hangs up: its own output says so.
  server.on('tlsClientError', () => undefined);
  const stop = identity.onRenewal((context) => server.setSecureContext(context));
  return listen(server, address, stop);
}

/** MQTT over WebSocket at a port of its own, at any path. With an identity, over TLS. */
export function listenWebSocket(
  broker: MqttBroker,
  address: Address,
  identity?: TlsIdentity,
): Promise<Listener> {
  const server = identity
    ? createHttpsServer({ ...identity.context(), minVersion: 'TLSv1.2' }, explain)
    : createHttpServer(explain);
  const stop = identity?.onRenewal((context) => {
    if ('setSecureContext' in server) server.setSecureContext(context);
  });
  const upgrade = upgradeHandler(broker);
  server.on('upgrade', (request, socket: Socket, head) => void upgrade(request, socket, head));
  server.on('tlsClientError', () => undefined);
  return listen(server, address, stop);
}

const explain: NonNullable<Parameters<typeof createHttpServer>[1]> = (_, response) => {
  const text = 'Here is MQTT over WebSocket. Connect with an MQTT client.\n';
  response.writeHead(426, { 'content-type': 'text/plain', upgrade: 'websocket' }).end(text);
};

async function listen(
  server: Server | HttpServer,
  { host, port }: Address,
  stop?: () => void,
): Promise<Listener> {
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
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
