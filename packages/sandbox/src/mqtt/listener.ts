import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { mqttCosts } from '../core/limits.ts';
import type { MqttBroker } from './broker.ts';
import type { NetworkConnection } from './network.ts';
import type { TlsIdentity } from './tls-identity.ts';
import { WebSocketEndpoint } from './websocket.ts';

interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** A port on which the broker accepts connections. */
export interface Listener {
  readonly port: number;
  /**
   * Accepts no more connections and disconnects the remaining ones. Call it after the broker is closed, which notifies its
   * clients.
   */
  close(): Promise<void>;
}

/** Serves a connection that the broker has admitted. */
type Serve = (socket: Socket, network: NetworkConnection) => void;

/** Interval of TCP keep-alive probes, in milliseconds: half-open connections end even without an MQTT keep-alive. */
const keepAliveInitialDelay = 60_000;

/** Maximum size of the head of an upgrade request, in bytes. */
const headBytes = 8192;

/** Path on the platform's port, and the default path of clients. */
const webSocketPaths = ['/mqtt', '/'];

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

/** Opens a separate port for MQTT over WebSocket at `webSocketPaths`. With an identity, it serves both `ws` and `wss`. */
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

/** Performs the TLS handshake. */
function withTls(identity: TlsIdentity, next: Serve): { serve: Serve; stop: () => void } {
  const server = createTlsServer({ ...identity.context(), minVersion: 'TLSv1.2' });
  const stop = identity.onRenewal((context) => {
    server.setSecureContext(context);
  });
  // The server emits an event for the encrypted stream only.
  const networks = new Map<string, NetworkConnection>();
  server.on('secureConnection', (socket) => {
    socket.on('error', () => undefined);
    // Renegotiation costs much CPU time: a client could repeat it forever.
    socket.disableRenegotiation();
    const network = networks.get(endsOf(socket));
    if (network) next(socket, network);
    else socket.destroy();
  });
  // A client that does not trust the certificate reports it itself.
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

/** Upgrades HTTP requests to WebSocket. */
function withHttp(broker: MqttBroker): Serve {
  const server = createHttpServer({ maxHeaderSize: headBytes }, explain);
  const endpoint = new WebSocketEndpoint(broker, webSocketPaths);
  const networks = new WeakMap<object, NetworkConnection>();
  server.on('upgrade', (request, socket, head) => {
    const network = networks.get(socket);
    if (network) endpoint.upgrade(request, socket, head, network);
    else socket.destroy();
  });
  return (socket, network) => {
    const hasHead = (bytes: Buffer) => bytes.includes(endOfHead);
    readAhead(socket, network, hasHead, (bytes) => {
      // A client must wait for the response to its upgrade request (RFC 6455, 4.1). The parser would read a whole pipeline at
      // once.
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

/**
 * Reads until enough bytes have arrived, puts them back, and continues. Disconnects a client that sends too much before that.
 */
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

/** MQTT ports: TCP, TLS, and WebSocket with or without TLS. 0 selects a free port; an omitted transport is disabled. */
export interface MqttPorts {
  readonly tcp?: number;
  readonly tls?: number;
  readonly webSocket?: number;
}

/** The open ports and a function to close them. */
interface OpenPorts {
  readonly ports: MqttPorts;
  close(): Promise<void>;
}

/** Returns a warning for the operator of the sandbox about a port that cannot be opened. */
function warningFor(port: number, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const text = 'the sandbox runs without this port';
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program: ${text}`;
  if (code === 'EACCES')
    return `Port ${port} requires more privileges (choose a port above 1023): ${text}`;
  return `Port ${port} cannot be opened (${message}): ${text}`;
}

/**
 * Opens the ports of a broker. It skips a port that cannot be opened, with a warning: another broker on 1883 is common, and the
 * rest of the sandbox works without it.
 * @param host host name or address to listen on
 * @param warn called with one sentence for each skipped port
 */
export async function openPorts(
  broker: MqttBroker,
  identity: TlsIdentity,
  host: string,
  wanted: MqttPorts,
  warn: (message: string) => void,
): Promise<OpenPorts> {
  const listeners: Listener[] = [];
  async function open(
    port: number | undefined,
    listen: (address: { host: string; port: number }) => Promise<Listener>,
  ): Promise<number | undefined> {
    if (port === undefined) return undefined;
    try {
      const listener = await listen({ host, port });
      listeners.push(listener);
      return listener.port;
    } catch (error) {
      warn(warningFor(port, error));
      return undefined;
    }
  }
  const tcp = await open(wanted.tcp, (address) => listenTcp(broker, address));
  const tls = await open(wanted.tls, (address) => listenTls(broker, address, identity));
  const webSocket = await open(wanted.webSocket, (address) =>
    listenWebSocket(broker, address, identity),
  );
  return {
    ports: {
      ...(tcp !== undefined && { tcp }),
      ...(tls !== undefined && { tls }),
      ...(webSocket !== undefined && { webSocket }),
    },
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}
