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
import { respondToClientError, rejectExpectation, rejectHost } from './client-error.ts';
import { Slots } from './fairness/index.ts';

/** Limits of the connections to one or more HTTP servers. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Maximum number of open connections. Half of them may be upgraded. */
  readonly all: number;
  /** Maximum number of open connections of one client. */
  readonly client: number;
  /** Maximum number of requests in flight on one connection, including pipelined ones. */
  readonly pipelined: number;
  /** Maximum time from a response, or from the start of a connection, to the end of the next request's headers. */
  readonly idle: number;
  /** Maximum time without progress while bytes of a response are waiting to be sent. */
  readonly stalled: number;
  /** Bytes a second that extend this time: the system tells when a whole write is done, and one may be large. */
  readonly bytesPerSecond: number;
}

/**
 * How long an idle connection stays open, in milliseconds; `Keep-Alive` announces it. Clients and proxies close theirs first,
 * after 60 s at most: a server that closes first can meet a request on its way.
 */
export const keepAliveTimeout = 75_000;

/** Time for the headers of a request, in milliseconds; for the first one, from the start of the connection. */
const headersTimeout = 15_000;
export const defaultConnectionLimits: ConnectionLimits = {
  all: 4096,
  client: 256,
  pipelined: 16,
  idle: keepAliveTimeout + 5_000,
  stalled: 20_000,
  bytesPerSecond: 16_000,
};

/** Reason why a connection was rejected or closed: a closed set, suitable as the label of a metric. */
export type CutReason =
  'capacity' | 'client_capacity' | 'evicted' | 'pipeline' | 'idle' | 'stalled' | 'shutdown';

/** Handles the socket of a WebSocket handshake. It must listen to the socket's errors. */
export type WebSocketHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface ConnectionGuardOptions {
  readonly limits?: Partial<ConnectionLimits>;
  /**
   * Returns the client of a connection. Connections without a client, such as those of a trusted proxy, count only toward the
   * total limit.
   */
  readonly clientOf?: (socket: Socket) => string | undefined;
  /** Starts the handler of a request when it is its client's turn; immediately by default. */
  readonly schedule?: (
    request: IncomingMessage,
    response: ServerResponse,
    start: () => void,
  ) => void;
  /** Options of Node's HTTP parser. */
  readonly http?: ServerOptions;
  /** Returns the time in milliseconds, from any origin. */
  readonly now?: () => number;
}

interface Connection {
  readonly socket: Socket;
  readonly client: string;
  /** Releases its place among the open connections. */
  release: () => void;
  /** Number of requests whose responses are incomplete. */
  inFlight: number;
  /** Response of the request that is being handled, or of one with a response whose body is still arriving. */
  response: ServerResponse | undefined;
  isUpgraded: boolean;
  /** When the last response was completed. */
  idleSince: number;
  /** Number of bytes sent, and when it last grew or nothing was waiting. */
  sent: number;
  sentAt: number;
}

/** Interval of the checks, in milliseconds. */
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
 * A request whose `Upgrade` header is ignored except for a WebSocket handshake with a handler (RFC 9110, 7.8). Once a server
 * has an upgrade handler, Node 20 hands over the socket of every upgrade request, and has no `shouldUpgradeCallback` yet; it
 * reads this property.
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

/** Returns whether a request has exactly one Host header, as RFC 9112, 3.2 requires. HTTP/1.0 does not define the header. */
function namesOneHost({ httpVersion, headersDistinct: { host = [] } }: IncomingMessage): boolean {
  return host.length === 1 || (host.length === 0 && httpVersion === '1.0');
}

/**
 * Limits how long clients of HTTP servers can occupy connections. Requests of one connection are handled one at a time, so that
 * a handler can rely on the `close` event of its response: Node emits it only for the response that owns the socket.
 */
export class ConnectionGuard {
  /** Number of rejected or closed connections, by reason. */
  readonly cuts = new Map<CutReason, number>();
  private readonly limits: ConnectionLimits;
  private readonly now: () => number;
  private readonly connections = new Map<Duplex, Connection>();
  private readonly slots: Slots;
  /** Number of connections so far. */
  private opened = 0;
  /** Connections that are waiting for a request or the rest of one, longest first. */
  private readonly waiting = new Set<Connection>();
  private readonly webSockets = new Map<string, WebSocketHandler>();
  private readonly requestClass: typeof IncomingMessage;
  private readonly timer: NodeJS.Timeout;
  private upgraded = 0;
  private isEnding = false;
  private onEmpty: (() => void) | undefined;

  constructor(private readonly options: ConnectionGuardOptions = {}) {
    this.limits = { ...defaultConnectionLimits, ...options.limits };
    this.slots = new Slots(this.limits);
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

  /** Number of open connections. */
  get size(): number {
    return this.connections.size;
  }

  /** Creates an HTTP server with guarded connections, which count together with those of the guard's other servers. */
  createServer(listener: RequestListener): Server {
    const { requestClass } = this;
    const options = {
      keepAliveTimeout,
      headersTimeout,
      connectionsCheckingInterval: headersTimeout / 3,
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
    server.on('clientError', (error, socket) => {
      respondToClientError(error, socket, this.connections.get(socket)?.response);
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.handOver(request, socket, head);
    });
    return server;
  }

  /**
   * Passes WebSocket handshakes (RFC 6455, 4.1) at a path to a handler. All other upgrade requests are treated as ordinary
   * requests.
   */
  acceptWebSockets(path: string, handler: WebSocketHandler): void {
    this.webSockets.set(path, handler);
  }

  /**
   * Closes idle connections immediately, others after the response in flight, and the rest after the grace period. Rejects new
   * ones.
   * @param grace grace period in milliseconds
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

  /** Closes overdue connections. Runs automatically every second. */
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
    if (this.isEnding) {
      this.reject(socket, 'shutdown');
      return;
    }
    this.opened += 1;
    // Connections without a client are separate clients.
    const client = this.options.clientOf?.(socket) ?? `connection ${this.opened}`;
    const now = this.now();
    const connection: Connection = {
      socket,
      client,
      release: () => undefined,
      inFlight: 0,
      response: undefined,
      isUpgraded: false,
      idleSince: now,
      sent: 0,
      sentAt: now,
    };
    const acquire = () => this.slots.acquire(client, () => this.cut(connection, 'evicted'));
    let slot = acquire();
    const isReplaceable = (other: Connection) => slot === 'all' || other.client === client;
    if (typeof slot === 'string' && this.evict(isReplaceable)) slot = acquire();
    if (typeof slot === 'string') {
      this.reject(socket, slot === 'all' ? 'capacity' : 'client_capacity');
      return;
    }
    connection.release = slot;
    this.connections.set(socket, connection);
    this.waiting.add(connection);
    socket.once('close', () => {
      this.forget(connection);
    });
  }

  private accept(request: IncomingMessage, response: ServerResponse, handle: RequestListener) {
    const connection = this.connections.get(request.socket);
    // The connection was closed, but Node still parses the data that had arrived.
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
    // Node's parser skips data in the same packet after an ignored upgrade.
    const isLast = request instanceof UpgradableRequest && request.asksForUpgrade;
    response.once('close', () => {
      this.complete(connection, request);
    });
    const start = () => {
      if (this.isEnding) return;
      if (isLast) response.shouldKeepAlive = false;
      connection.response = response;
      connection.sentAt = this.now();
      const { schedule } = this.options;
      if (schedule) schedule(request, response, () => handle(request, response));
      else handle(request, response);
    };
    if (response.socket) start();
    else response.once('socket', start);
  }

  private complete(connection: Connection, request: IncomingMessage): void {
    connection.inFlight -= 1;
    if (this.isEnding) connection.socket.destroySoon();
    if (connection.inFlight > 0) return;
    if (request.complete) connection.response = undefined;
    connection.idleSince = this.now();
    if (this.connections.has(connection.socket)) this.waiting.add(connection);
  }

  private webSocketHandler(request: IncomingMessage): WebSocketHandler | undefined {
    const { method, headers, url = '' } = request;
    if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return undefined;
    return this.webSockets.get(url.split('?', 1)[0] ?? '');
  }

  private handOver(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Node has removed its listener.
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

  /**
   * Closes the connection that has waited longest for its client.
   * @returns whether there was one
   */
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
    const { socket, isUpgraded } = connection;
    if (!this.connections.delete(socket)) return;
    this.waiting.delete(connection);
    if (isUpgraded) this.upgraded -= 1;
    connection.release();
    if (this.connections.size === 0) this.onEmpty?.();
  }
}
