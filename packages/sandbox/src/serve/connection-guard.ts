import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Bounds of the connections to one or more HTTP servers. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Open connections. Half of them may be upgraded. */
  readonly all: number;
  /** Open connections of one client. */
  readonly client: number;
  /** Requests in flight on one connection: the one that is handled and those pipelined behind it. */
  readonly pipelined: number;
  /** Time from a response, or from the start of a connection, to the last header of the next request. */
  readonly idle: number;
  /** Time that the bytes of a response may wait without any of them being sent. */
  readonly stalled: number;
  /** Bytes a second that extend this time: the system tells when a whole write is done, and one may be large. */
  readonly bytesPerSecond: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  all: 4096,
  client: 256,
  pipelined: 16,
  idle: 15_000,
  stalled: 20_000,
  bytesPerSecond: 16_000,
};

/** Why a connection was rejected or cut: a closed set, fit for the label of a metric. */
export type CutReason =
  'capacity' | 'client_capacity' | 'evicted' | 'pipeline' | 'idle' | 'stalled' | 'shutdown';

/** Takes over the socket of a WebSocket handshake, and has to listen to its errors. */
export type WebSocketHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface ConnectionGuardOptions {
  readonly limits?: Partial<ConnectionLimits>;
  /** Returns the client of a connection; connections without one, such as those of a trusted proxy, have only the total limit. */
  readonly clientOf?: (socket: Socket) => string | undefined;
  /** How Node reads requests. */
  readonly http?: ServerOptions;
  /** Milliseconds, from any origin. */
  readonly now?: () => number;
}

interface Connection {
  readonly socket: Socket;
  readonly client: string | undefined;
  /** Requests whose responses are not complete. */
  inFlight: number;
  /** The request in flight. */
  response: ServerResponse | undefined;
  isUpgraded: boolean;
  /** When the last response was complete. */
  idleSince: number;
  /** Bytes sent, and when their number last grew or none waited. */
  sent: number;
  sentAt: number;
}

/** How often connections are looked at, in milliseconds. */
const checkInterval = 1_000;

const capacityResponse = [
  'HTTP/1.1 503 Service Unavailable',
  'Connection: close',
  'Retry-After: 5',
  'Content-Length: 0',
  '',
  '',
].join('\r\n');

/**
 * A request whose `Upgrade` is ignored unless it is a WebSocket handshake that is wanted (RFC 9110, 7.8). Node 20 hands over the
 * socket of every upgrade once a server takes some of them, and has no `shouldUpgradeCallback` yet; it asks this property.
 */
abstract class UpgradableRequest extends IncomingMessage {
  /** Set by Node's parser, first in the constructor of the base class. */
  declare asksForUpgrade: boolean;
  protected abstract get isWanted(): boolean;

  get upgrade(): boolean {
    return this.asksForUpgrade && (this.method === 'CONNECT' || this.isWanted);
  }

  set upgrade(value: unknown) {
    this.asksForUpgrade = Boolean(value);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether a request names its host once, as it must (RFC 9112, 3.2). HTTP/1.0 knows no such field. */
function namesOneHost({ httpVersion, headersDistinct: { host = [] } }: IncomingMessage): boolean {
  return host.length === 1 || (host.length === 0 && httpVersion === '1.0');
}

const rejectHost: RequestListener = (_request, response) => {
  const message = 'Send exactly one Host header';
  response
    .writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    .end(JSON.stringify({ error: 'bad_request', message }));
};

const rejectExpectation: RequestListener = (_request, response) => {
  response.writeHead(417, { connection: 'close', 'content-length': 0 }).end();
};

/**
 * Keeps clients of HTTP servers from holding what they do not use. Requests of one connection are handled one after the other,
 * so that a handler can rely on `close` of its response: Node tells it only of the response that has the socket.
 */
export class ConnectionGuard {
  /** Connections that were rejected or cut so far, by reason. */
  readonly cuts = new Map<CutReason, number>();
  private readonly limits: ConnectionLimits;
  private readonly now: () => number;
  private readonly connections = new Map<Socket, Connection>();
  private readonly countByClient = new Map<string, number>();
  /** Connections that wait for their client to send a request or the rest of one, longest first. */
  private readonly waiting = new Set<Connection>();
  private readonly webSockets = new Map<string, WebSocketHandler>();
  private readonly requestClass: typeof IncomingMessage;
  private readonly timer: NodeJS.Timeout;
  private upgraded = 0;
  private isEnding = false;
  private onEmpty: (() => void) | undefined;

  constructor(private readonly options: ConnectionGuardOptions = {}) {
    this.limits = { ...defaultConnectionLimits, ...options.limits };
    this.now = options.now ?? (() => performance.now());
    const handlerOf = (request: IncomingMessage) => this.webSocketHandler(request);
    this.requestClass = class extends UpgradableRequest {
      protected get isWanted(): boolean {
        return handlerOf(this) !== undefined;
      }
    };
    this.timer = setInterval(() => {
      this.check();
    }, checkInterval).unref();
  }

  /** Connections that are open. */
  get size(): number {
    return this.connections.size;
  }

  /** Makes an HTTP server whose connections are guarded, together with those of other servers of this guard. */
  createServer(listener: RequestListener): Server {
    const { requestClass } = this;
    const options = {
      ...this.options.http,
      IncomingMessage: requestClass,
      requireHostHeader: false,
    };
    const server = createServer(options, (request, response) => {
      this.accept(request, response, namesOneHost(request) ? listener : rejectHost);
    });
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      this.accept(request, response, rejectExpectation);
    });
    server.on('connection', (socket: Socket) => {
      this.open(socket);
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.handOver(request, socket, head);
    });
    return server;
  }

  /** Hands WebSocket handshakes (RFC 6455, 4.1) at a path to a handler. All other upgrades are ordinary requests. */
  acceptWebSockets(path: string, handler: WebSocketHandler): void {
    this.webSockets.set(path, handler);
  }

  /**
   * Closes connections without a request at once, the others after the response in flight, and all that are left after the
   * grace. New ones are rejected.
   * @param grace in milliseconds
   */
  async end(grace: number): Promise<void> {
    this.isEnding = true;
    clearInterval(this.timer);
    for (const connection of this.connections.values()) {
      const { inFlight, response, isUpgraded } = connection;
      if (inFlight === 0 && !isUpgraded) this.cut(connection, 'shutdown');
      // RFC 9112, 9.6: a server that is about to close a connection says so.
      else if (response && !response.headersSent) response.shouldKeepAlive = false;
    }
    if (this.connections.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        for (const connection of this.connections.values()) this.cut(connection, 'shutdown');
      }, grace);
      this.onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Cuts connections that are overdue. Runs by itself every second. */
  check(): void {
    const { idle, stalled, bytesPerSecond } = this.limits;
    const now = this.now();
    for (const connection of this.connections.values()) {
      const { socket, inFlight, isUpgraded } = connection;
      if (isUpgraded) continue;
      if (inFlight === 0) {
        if (now - connection.idleSince > idle) this.cut(connection, 'idle');
        continue;
      }
      const queued = socket.writableLength;
      const sent = socket.bytesWritten - queued;
      if (queued === 0 || sent !== connection.sent) connection.sentAt = now;
      connection.sent = sent;
      const allowed = stalled + (queued / bytesPerSecond) * 1000;
      if (now - connection.sentAt > allowed) this.cut(connection, 'stalled');
    }
  }

  private open(socket: Socket): void {
    const client = this.options.clientOf?.(socket);
    const own = client === undefined ? 0 : (this.countByClient.get(client) ?? 0);
    if (this.isEnding) {
      this.reject(socket, 'shutdown');
      return;
    }
    if (own >= this.limits.client && !this.evict((other) => other.client === client)) {
      this.reject(socket, 'client_capacity');
      return;
    }
    if (this.connections.size >= this.limits.all && !this.evict(() => true)) {
      this.reject(socket, 'capacity');
      return;
    }
    const now = this.now();
    const connection: Connection = {
      socket,
      client,
      inFlight: 0,
      response: undefined,
      isUpgraded: false,
      idleSince: now,
      sent: 0,
      sentAt: now,
    };
    this.connections.set(socket, connection);
    this.waiting.add(connection);
    if (client !== undefined) {
      this.countByClient.set(client, (this.countByClient.get(client) ?? 0) + 1);
    }
    socket.once('close', () => {
      this.forget(connection);
    });
  }

  private accept(request: IncomingMessage, response: ServerResponse, handle: RequestListener) {
    const connection = this.connections.get(request.socket);
    // One that was cut: what it had sent is still parsed to the end.
    if (!connection) return;
    connection.inFlight += 1;
    if (connection.inFlight > this.limits.pipelined) {
      this.cut(connection, 'pipeline');
      return;
    }
    this.waiting.delete(connection);
    if (hasBody(request)) {
      this.waiting.add(connection);
      request.once('close', () => {
        if (connection.inFlight > 0) this.waiting.delete(connection);
      });
    }
    // Node's parser skips what follows an upgrade that is ignored within the same packet.
    const isLast = request instanceof UpgradableRequest && request.asksForUpgrade;
    response.once('close', () => {
      this.complete(connection);
    });
    const start = () => {
      if (this.isEnding) return;
      if (isLast) response.shouldKeepAlive = false;
      connection.response = response;
      connection.sentAt = this.now();
      handle(request, response);
    };
    if (response.socket) start();
    else response.once('socket', start);
  }

  private complete(connection: Connection): void {
    connection.inFlight -= 1;
    if (this.isEnding) connection.socket.destroySoon();
    if (connection.inFlight > 0) return;
    connection.response = undefined;
    connection.idleSince = this.now();
    if (this.connections.has(connection.socket)) this.waiting.add(connection);
  }

  private webSocketHandler(request: IncomingMessage): WebSocketHandler | undefined {
    const { method, headers, url = '' } = request;
    if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return undefined;
    return this.webSockets.get(url.split('?', 1)[0] ?? '');
  }

  private handOver(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Node has removed its own listener.
    socket.on('error', () => {
      socket.destroy();
    });
    const connection = this.connections.get(request.socket);
    const handler = this.webSocketHandler(request);
    const isRejected = this.isEnding || this.upgraded >= this.limits.all / 2;
    if (!connection || !handler || connection.inFlight > 0) {
      socket.destroy();
    } else if (isRejected) {
      this.cut(connection, this.isEnding ? 'shutdown' : 'capacity', capacityResponse);
    } else {
      this.waiting.delete(connection);
      connection.isUpgraded = true;
      this.upgraded += 1;
      handler(request, socket, head);
    }
  }

  /** Closes the connection that has waited longest for its client, to free capacity. @returns whether there was one */
  private evict(isCandidate: (connection: Connection) => boolean): boolean {
    for (const connection of this.waiting) {
      if (!isCandidate(connection)) continue;
      this.cut(connection, 'evicted');
      return true;
    }
    return false;
  }

  private reject(socket: Socket, reason: CutReason): void {
    this.count(reason);
    socket.write(capacityResponse);
    socket.destroySoon();
  }

  private cut(connection: Connection, reason: CutReason, lastWords?: string): void {
    this.count(reason);
    this.forget(connection);
    if (lastWords === undefined) connection.socket.destroy();
    else connection.socket.end(lastWords).destroySoon();
  }

  private count(reason: CutReason): void {
    this.cuts.set(reason, (this.cuts.get(reason) ?? 0) + 1);
  }

  private forget(connection: Connection): void {
    const { socket, client, isUpgraded } = connection;
    if (!this.connections.delete(socket)) return;
    this.waiting.delete(connection);
    if (isUpgraded) this.upgraded -= 1;
    if (client !== undefined) {
      const left = (this.countByClient.get(client) ?? 0) - 1;
      if (left > 0) this.countByClient.set(client, left);
      else this.countByClient.delete(client);
    }
    if (this.connections.size === 0) this.onEmpty?.();
  }
}
