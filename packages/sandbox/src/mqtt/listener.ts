import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { mqttCosts } from '../core/limits.ts';
import type { MqttBroker } from './broker.ts';
import type { NetworkConnection } from './network.ts';
import type { TlsIdentity } from './tls-identity.ts';
import { WebSocketEndpoint } from './websocket.ts';

export interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** A port where the broker can be reached. */
export interface Listener {
  readonly port: number;
  /** Accepts no more connections and cuts off the rest: to be called after the broker is closed, which tells its clients. */
  close(): Promise<void>;
}

/** Serves a connection that the broker has admitted. */
type Serve = (socket: Socket, network: NetworkConnection) => void;

/** Time between probes of an idle connection, in milliseconds: half-open ones end without a keep-alive too. */
const keepAliveInitialDelay = 60_000;

/** Largest head of an upgrade request, in bytes. */
const headBytes = 8192;

/** First byte of TLS (RFC 8446, 5.1). */
const handshakeRecord = 0x16;

/** MQTT without TLS, for programs on the same machine. */
export function listenTcp(broker: MqttBroker, address: Address): Promise<Listener> {
  return listen(broker, address, (socket, network) => {
    broker.accept(socket, network);
  });
}

export function listenTls(
  broker: MqttBroker,
  address: Address,
  identity: TlsIdentity,
): Promise<Listener> {
  const { serve, stop } = withTls(identity, (socket, network) => {
    broker.accept(socket, network);
  });
  return listen(broker, address, serve, stop);
}

/** MQTT over WebSocket at a separate port, at every path. With an identity, clients choose between `ws` and `wss`. */
export function listenWebSocket(
  broker: MqttBroker,
  address: Address,
  identity?: TlsIdentity,
): Promise<Listener> {
  const serveHttp = withHttp(broker);
  if (!identity) return listen(broker, address, serveHttp);
  const { serve: serveTls, stop } = withTls(identity, serveHttp);
  const serve: Serve = (socket, network) => {
    const hasByte = (bytes: Buffer) => bytes.length > 0;
    readAhead(socket, network, hasByte, ([first]) => {
      (first === handshakeRecord ? serveTls : serveHttp)(socket, network);
    });
  };
  return listen(broker, address, serve, stop);
}

/** Agrees on TLS first. */
function withTls(identity: TlsIdentity, next: Serve): { serve: Serve; stop: () => void } {
  const server = createTlsServer({ ...identity.context(), minVersion: 'TLSv1.2' });
  const stop = identity.onRenewal((context) => {
    server.setSecureContext(context);
  });
  // The server tells of the encrypted stream alone.
  const networks = new Map<string, NetworkConnection>();
  server.on('secureConnection', (socket) => {
    socket.on('error', () => undefined);
    // A client could demand new keys all the time.
    socket.disableRenegotiation();
    const network = networks.get(endsOf(socket));
    if (network) next(socket, network);
    else socket.destroy();
  });
  // A client that does not trust the certificate says so in its own output.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  const start = async (socket: Socket, network: NetworkConnection) => {
    const ends = endsOf(socket);
    networks.set(ends, network);
    socket.once('close', () => networks.delete(ends));
    await network.traffic.spend(mqttCosts.handshake);
    if (!socket.destroyed) server.emit('connection', socket);
  };
  const serve: Serve = (socket, network) => {
    start(socket, network).catch(() => socket.destroy());
  };
  return { serve, stop };
}

const endsOf = ({ localAddress, remoteAddress, remotePort }: Socket) =>
  `${localAddress} ${remoteAddress} ${remotePort}`;

/** Makes WebSockets of upgrade requests. */
function withHttp(broker: MqttBroker): Serve {
  const server = createHttpServer({ maxHeaderSize: headBytes }, explain);
  const endpoint = new WebSocketEndpoint(broker);
  const networks = new WeakMap<object, NetworkConnection>();
  server.on('upgrade', (request, socket, head) => {
    const network = networks.get(socket);
    if (network) endpoint.upgrade(request, socket, head, network);
    else socket.destroy();
  });
  return (socket, network) => {
    const hasHead = (bytes: Buffer) => bytes.includes(endOfHead);
    readAhead(socket, network, hasHead, (bytes) => {
      // A client waits for the response to its upgrade request (RFC 6455, 4.1). The parser would take a whole pipeline at once.
      if (bytes.indexOf(endOfHead) + endOfHead.length < bytes.length) {
        socket.destroy();
        return;
      }
      networks.set(socket, network);
      server.emit('connection', socket);
    });
  };
}

const endOfHead = '\r\n\r\n';

const explain: RequestListener = (_, response) => {
  const text = 'This is MQTT over WebSocket. Connect with an MQTT client.\n';
  const headers = { 'content-type': 'text/plain', upgrade: 'websocket', connection: 'close' };
  response.writeHead(426, headers).end(text);
};

/** Reads until there is enough, puts it back, and goes on. Cuts a client off that sends too much before. */
function readAhead(
  socket: Socket,
  network: NetworkConnection,
  isEnough: (bytes: Buffer) => boolean,
  next: (bytes: Buffer) => void,
): void {
  let bytes = Buffer.alloc(0);
  const read = () => {
    for (;;) {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) break;
      bytes = Buffer.concat([bytes, chunk]);
      network.traffic.charge(mqttCosts.read);
    }
    if (isEnough(bytes)) {
      socket.off('readable', read);
      socket.unshift(bytes);
      next(bytes);
    } else if (bytes.length > headBytes) socket.destroy();
  };
  socket.on('readable', read);
}

async function listen(
  broker: MqttBroker,
  { host, port }: Address,
  serve: Serve,
  stop?: () => void,
): Promise<Listener> {
  const sockets = new Set<Socket>();
  const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay };
  const server = createTcpServer(options, (socket) => {
    const network = broker.admit(socket, socket.remoteAddress ?? '');
    if (!network) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, network);
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
