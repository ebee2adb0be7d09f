import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Announcement } from '../core/announcements.ts';
import type { Clock, StreamMessage } from '../core/context.ts';
import { RequestError, RetryLater, storeFailure } from '../core/errors.ts';
import type { StreamLimits } from '../core/limits.ts';
import type { RateLimit } from '../core/shared-state.ts';
import { Slots } from '../serve/fairness/index.ts';
import { errorHeaders, rawResponse } from '../serve/raw-response.ts';
import { frameOf } from '../core/stream-frames.ts';
import type { StreamAccess, StreamSession } from '../core/streams.ts';
import { TokenBucket } from '../core/token-bucket.ts';
import type { Timer, Timers } from '../mqtt/timers.ts';

/** A network connection that counts in the limits, from its upgrade request on. */
interface Connection {
  readonly client: string;
  /** Releases its place among the connections. */
  release: () => void;
  session?: StreamSession;
  socket?: WebSocket;
  /** Whether the client has responded to the last ping. */
  isAlive: boolean;
}

interface EndpointDeps {
  readonly access: StreamAccess;
  readonly limits: StreamLimits;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Connections that a client may open. */
  readonly connects: RateLimit;
  /** Called with errors that no client caused. */
  readonly report: (error: unknown) => void;
}

/** Close codes (RFC 6455, 7.4.1). */
const codes = { goingAway: 1001, policyViolation: 1008 } as const;

/** Milliseconds in which a client closes its side. */
const closing = 2000;

/** Responds to an upgrade request with an error of the Platform API, and closes the connection. */
function reject(socket: Duplex, error: RequestError): void {
  const { status, reason, message, code } = error;
  const body = JSON.stringify({
    success: false,
    error: message,
    errorcode: code,
    reasonCode: reason,
  });
  const headers = {
    ...errorHeaders(body),
    ...(error instanceof RetryLater && { 'retry-after': error.seconds }),
  };
  socket.end(rawResponse(status, headers, body), () => socket.destroy());
}

/** Reads credentials from the query string, as browsers send them, or from headers. Names are not case-sensitive. */
function credentialsOf({ url = '', headers }: IncomingMessage): (name: string) => string {
  const query = new URLSearchParams(url.split('?', 2)[1] ?? '');
  const parameters = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => parameters.get(name) ?? [headers[name]].flat()[0] ?? '';
}

/** Live streams over WebSocket (specs/facts/platform-api.md, 6): binary frames from the server; clients send nothing. */
export class StreamEndpoint {
  private readonly server: WebSocketServer;
  private readonly connections = new Set<Connection>();
  private readonly slots: Slots;
  private timer: Timer | undefined;
  private isClosed = false;

  constructor(private readonly deps: EndpointDeps) {
    this.slots = new Slots(deps.limits);
    this.server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: deps.limits.messageBytes,
      perMessageDeflate: false,
      allowSynchronousEvents: false,
    });
  }

  /** Number of connections. */
  get size(): number {
    return this.connections.size;
  }

  /**
   * Upgrades a connection to WebSocket, or rejects it.
   * @param client key that limits count the client under
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, client: string): void {
    socket.on('error', () => socket.destroy());
    const connection: Connection = { client, release: () => undefined, isAlive: true };
    this.admit(connection, socket, credentialsOf(request))
      .then((session) => {
        this.open(connection, session, request, socket, head);
      })
      .catch((error: unknown) => {
        this.remove(connection);
        reject(socket, this.errorOf(error));
      });
  }

  /** Sends changes to the clients of a stream, and closes the connections of a project that has ended. */
  announce(announcement: Announcement): void {
    if (announcement.kind === 'publish') this.publish(announcement.published);
    if (announcement.kind === 'end' && announcement.nodeId === undefined) {
      this.end(announcement.projectId);
    }
  }

  /** A client that does not read fast enough is disconnected. */
  private publish({ projectId, streamId, changes }: StreamMessage): void {
    const clients = [...this.connections].filter(
      ({ session }) => session?.streamId === streamId && session.projectId === projectId,
    );
    if (clients.length === 0) return;
    for (const change of changes) {
      const frame = frameOf(change);
      for (const { socket } of clients) {
        if (socket?.readyState !== socket?.OPEN) continue;
        if ((socket?.bufferedAmount ?? 0) + frame.length > this.deps.limits.outboundBytes) {
          socket?.terminate();
        } else socket?.send(frame);
      }
    }
  }

  private end(projectId: string): void {
    for (const { session, socket } of this.connections) {
      if (session?.projectId === projectId) {
        socket?.close(codes.policyViolation, 'The project was deleted or reset');
      }
    }
  }

  /** Accepts no more connections, and closes all within two seconds. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.timer?.clear();
    const sockets = [...this.connections].flatMap(({ socket }) => socket ?? []);
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.close(codes.goingAway, 'The sandbox is shutting down');
    const last = this.deps.timers.set(() => {
      for (const socket of sockets) socket.terminate();
    }, closing);
    await Promise.all(closed);
    last.clear();
  }

  private errorOf(error: unknown): RequestError {
    const known = error instanceof RequestError ? error : storeFailure(error);
    if (known) return known;
    this.deps.report(error);
    return new RequestError(500, 'sandbox::failed', 'Internal error of the sandbox. Try again.');
  }

  private count(matches: (connection: Connection) => boolean): number {
    return [...this.connections].filter(matches).length;
  }

  private remove(connection: Connection): void {
    connection.release();
    this.connections.delete(connection);
  }

  /** Counts a connection, and authenticates its client. @throws RequestError */
  private async admit(
    connection: Connection,
    stream: Duplex,
    read: (name: string) => string,
  ): Promise<StreamSession> {
    const { limits, connects, access } = this.deps;
    const { client } = connection;
    const evict = () => {
      this.remove(connection);
      stream.destroy();
    };
    const slot = this.isClosed ? 'all' : this.slots.acquire(client, evict);
    if (slot === 'all') {
      const text = 'The sandbox has its maximum of stream connections. Try again later.';
      throw new RetryLater(503, 'sandbox::full', text, limits.check / 1000);
    }
    if (slot === 'client') {
      const text = `A client can have ${limits.client} stream connections. Close one of them.`;
      throw new RequestError(429, 'sandbox::toomany', text);
    }
    connection.release = slot;
    this.connections.add(connection);
    if (!(await connects.take(client))) {
      const text = 'Too many stream connections in a short time. Try again in a few seconds.';
      throw new RetryLater(429, 'sandbox::toomany', text, Math.ceil(1 / limits.connects.perSecond));
    }
    const session = await access.connect(read);
    const isOfProject = (other: Connection) => other.session?.projectId === session.projectId;
    if (this.count(isOfProject) >= limits.project) {
      const text = `A project can have ${limits.project} stream connections. Close one of them.`;
      throw new RequestError(429, 'sandbox::toomany', text);
    }
    connection.session = session;
    return session;
  }

  private open(
    connection: Connection,
    session: StreamSession,
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
  ): void {
    const { limits, clock } = this.deps;
    stream.once('close', () => {
      this.remove(connection);
    });
    // The client may have disconnected during authentication.
    if (this.isClosed || stream.destroyed) {
      this.remove(connection);
      stream.destroy();
      return;
    }
    this.server.handleUpgrade(request, stream, head, (socket) => {
      connection.socket = socket;
      const received = new TokenBucket(limits.received, clock);
      const count = () => {
        if (!received.take()) socket.close(codes.policyViolation, 'Too many messages');
      };
      // What a client sends has no documented meaning.
      socket.on('message', count);
      socket.on('ping', count);
      socket.on('pong', () => (connection.isAlive = true));
      socket.on('error', () => socket.terminate());
      this.startChecks();
      // The token may have been revoked between authentication and now.
      void this.check(connection, session);
    });
  }

  /** Closes a connection whose token or stream has expired or was deleted. */
  private async check({ socket }: Connection, session: StreamSession): Promise<void> {
    try {
      if (await this.deps.access.isOpen(session)) return;
      socket?.close(codes.policyViolation, 'The stream or the access token has expired');
    } catch (error) {
      // The store is unavailable; the next check tries again.
      if (!storeFailure(error)) this.deps.report(error);
    }
  }

  /** Checks all connections regularly while there are any. */
  private startChecks(): void {
    this.timer ??= this.deps.timers.set(() => {
      this.timer = undefined;
      for (const connection of this.connections) {
        const { socket, session, isAlive } = connection;
        if (!socket || !session) continue;
        if (!isAlive) {
          socket.terminate();
          continue;
        }
        connection.isAlive = false;
        socket.ping();
        void this.check(connection, session);
      }
      if (this.connections.size > 0 && !this.isClosed) this.startChecks();
    }, this.deps.limits.check);
  }
}
