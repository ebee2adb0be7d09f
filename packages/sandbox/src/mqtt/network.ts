import type { Duplex } from 'node:stream';
import type { Clock } from '../core/context.ts';
import { mqttCosts, type MqttLimits } from '../core/limits.ts';
import { TokenBucket } from '../core/token-bucket.ts';
import { type Account, Budget, Slots } from '../serve/fairness/index.ts';
import { MqttError, reasons } from './reason.ts';
import type { Timer, Timers } from './timers.ts';

/**
 * Divides the event loop fairly: each iteration has a time budget for packets of all connections, and the rest waits in a queue
 * for later iterations. However busy the broker is, other work of the process runs in between.
 */
class PacketQueue {
  private left: number;
  private isScheduled = false;
  private readonly queue: { readonly cost: number; readonly start: () => void }[] = [];

  /** @param perTurn budget of an iteration in estimated microseconds */
  constructor(
    private readonly perTurn: number,
    private readonly timers: Pick<Timers, 'soon'>,
  ) {
    this.left = perTurn;
  }

  /** @returns a promise that resolves when there is time for work of this cost; undefined if there is now */
  take(cost: number): Promise<void> | undefined {
    this.schedule();
    if (this.left > 0 && this.queue.length === 0) {
      this.left -= cost;
      return undefined;
    }
    return new Promise((start) => this.queue.push({ cost, start }));
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.timers.soon(() => {
      this.isScheduled = false;
      this.left = this.perTurn;
      while (this.left > 0) {
        const next = this.queue.shift();
        if (!next) return;
        this.left -= next.cost;
        next.start();
      }
      this.schedule();
    });
  }
}

/** Shortest pause of a connection, in milliseconds: shorter ones would cost more than they save. */
const shortestPause = 100;

interface TrafficOptions {
  /** Budget of the connection in estimated microseconds. */
  readonly own: TokenBucket;
  /** Budget of all connections of the client. */
  readonly client: Account;
  /** Number of pauses that the connection may cause before it is disconnected. */
  readonly pauses: TokenBucket;
  readonly packets: PacketQueue;
  readonly timers: Timers;
}

/** Cost of a connection, in estimated microseconds of the event loop. Reading pauses while the connection exceeds its rate. */
export class Traffic {
  private isClosed = false;
  private timer: Timer | undefined;
  private resume: () => void = () => undefined;

  constructor(private readonly options: TrafficOptions) {}

  /**
   * Counts a cost after the work is done.
   * @returns milliseconds until the connection is within its rate
   */
  charge(cost: number): number {
    const { own, client } = this.options;
    own.spend(cost);
    client.spend(cost);
    return own.debt();
  }

  /**
   * Counts a cost before the work is done.
   * @param more cost that counts for the iteration only, not for the rates
   * @returns a promise that resolves when the connection is within its rates and has its turn; undefined if it can continue now
   * @throws MqttError if the connection keeps exceeding its rate
   */
  spend(cost: number, more = 0): Promise<void> | undefined {
    if (this.isClosed) return undefined;
    const { client, pauses, packets } = this.options;
    const ownDebt = this.charge(cost);
    const debt = Math.max(ownDebt, client.debt());
    if (debt === 0) return packets.take(cost + more);
    if (ownDebt > 0 && !pauses.take()) {
      const text = 'This client keeps exceeding its rate limit. Send fewer packets.';
      throw new MqttError(reasons.messageRateTooHigh, text);
    }
    return this.pause(Math.max(debt, shortestPause)).then(() => packets.take(cost + more));
  }

  /** Ends a pause and stops counting. */
  close(): void {
    this.isClosed = true;
    this.timer?.clear();
    this.resume();
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resume) => {
      this.resume = resume;
      this.timer = this.options.timers.set(resume, milliseconds);
    });
  }
}

/** In milliseconds. A client that exceeds its rate by more cannot open another connection. */
const maxDebt = 2000;

/** Connections of one client address. */
interface Client {
  readonly key: string;
  connections: number;
  /** In order of arrival, oldest first. */
  readonly unauthenticated: Set<NetworkConnection>;
}

/** A network connection, on any transport, from its first byte to its end. */
export class NetworkConnection {
  private readonly heldBytes = { packet: 0, message: 0 };
  private releaseBytes: () => void = () => undefined;
  private isRemoved = false;

  /** @param pool pool that counts this connection */
  constructor(
    private readonly pool: NetworkConnections,
    private readonly stream: Duplex,
    private readonly client: Client,
    readonly traffic: Traffic,
    private readonly timer: Timer,
  ) {}

  /** Key that limits count its client under. */
  get clientKey(): string {
    return this.client.key;
  }

  /** Clears the timeout for CONNECT. */
  stopTimer(): void {
    this.timer.clear();
  }

  /** Marks the connection as authenticated: over the limit, connections without valid credentials are closed first. */
  authenticate(): void {
    this.pool.authenticate(this, this.client);
  }

  /**
   * Counts the received bytes of an incomplete packet or WebSocket message. A removed connection no longer counts, although
   * its last bytes may still be read.
   * @returns false if that exceeds the limit of the client, or the total limit although no client holds more
   */
  hold(what: 'packet' | 'message', bytes: number): boolean {
    if (this.isRemoved || this.heldBytes[what] === bytes) return true;
    this.heldBytes[what] = bytes;
    this.releaseBytes();
    this.releaseBytes = () => undefined;
    const { packet, message } = this.heldBytes;
    if (packet + message === 0) return true;
    const release = this.pool.hold(this.client, packet + message, () => {
      this.destroy();
    });
    if (!release) return false;
    this.releaseBytes = release;
    return true;
  }

  /** Stops counting this connection. */
  remove(): void {
    this.timer.clear();
    this.traffic.close();
    this.hold('packet', 0);
    this.hold('message', 0);
    this.isRemoved = true;
    this.pool.remove(this, this.client);
  }

  destroy(): void {
    this.remove();
    this.stream.destroy();
  }
}

/** The network connections of a broker. It limits their number and cost, and chooses which one to close for a new one. */
export class NetworkConnections {
  /** Each with a function that releases its slot. */
  private readonly connections = new Map<NetworkConnection, () => void>();
  /** In order of arrival, oldest first. */
  private readonly unauthenticated = new Set<NetworkConnection>();
  private readonly clients = new Map<string, Client>();
  private readonly rates: Budget;
  private readonly packets: PacketQueue;
  private readonly slots: Slots;
  private readonly bytes: Slots;

  constructor(
    private readonly limits: MqttLimits,
    private readonly clock: Clock,
    private readonly timers: Timers,
  ) {
    this.rates = new Budget(limits.clientTraffic, () => clock.now());
    const { incompleteBytes, incompleteBytesPerClient } = limits;
    this.bytes = new Slots({ all: incompleteBytes, client: incompleteBytesPerClient });
    this.slots = new Slots({ all: 2 * limits.connections, client: limits.connectionsPerClient });
    this.packets = new PacketQueue(limits.turn, timers);
  }

  /** Number of open connections. */
  get open(): number {
    return this.connections.size;
  }

  /**
   * Counts a connection until its stream is closed, and limits the time until its CONNECT. At the limit of the client or the
   * total limit, it closes the oldest connection without valid credentials.
   * @returns undefined, after destroying the stream, if there is none to close
   */
  admit(stream: Duplex, clientKey: string): NetworkConnection | undefined {
    // A connection reset must not end the process, regardless of which code reads the stream.
    stream.on('error', () => undefined);
    const rate = this.rates.account(clientKey);
    const client = this.clients.get(clientKey) ?? newClient(clientKey);
    const { connectionsPerClient, connections, connectTimeout } = this.limits;
    const hasRate = rate.debt() <= maxDebt;
    if (hasRate && client.connections >= connectionsPerClient) evictOldest(client.unauthenticated);
    if (hasRate && this.open >= 2 * connections) evictOldest(this.unauthenticated);
    const timer = this.timers.set(() => stream.destroy(), connectTimeout);
    const connection = new NetworkConnection(this, stream, client, this.trafficOf(rate), timer);
    const evict = () => {
      connection.destroy();
    };
    // When the total is reached, the client with the most connections loses its oldest one to a client with fewer.
    const slot = hasRate ? this.slots.acquire(clientKey, evict) : 'client';
    if (typeof slot === 'string') {
      timer.clear();
      stream.destroy();
      return undefined;
    }
    rate.spend(mqttCosts.connection);
    this.clients.set(clientKey, client);
    client.connections += 1;
    this.connections.set(connection, slot);
    for (const group of [this.unauthenticated, client.unauthenticated]) group.add(connection);
    stream.once('close', () => {
      connection.remove();
    });
    return connection;
  }

  authenticate(connection: NetworkConnection, client: Client): void {
    this.unauthenticated.delete(connection);
    client.unauthenticated.delete(connection);
  }

  /**
   * Holds received bytes. When the total is reached, the client that holds the most loses a connection.
   * @param onEvicted called then
   * @returns a function that releases them; undefined if a limit is reached
   */
  hold({ key }: Client, bytes: number, onEvicted: () => void): (() => void) | undefined {
    const release = this.bytes.acquire(key, onEvicted, bytes);
    return typeof release === 'function' ? release : undefined;
  }

  remove(connection: NetworkConnection, client: Client): void {
    this.connections.get(connection)?.();
    if (!this.connections.delete(connection)) return;
    this.authenticate(connection, client);
    client.connections -= 1;
    if (client.connections === 0) this.clients.delete(client.key);
  }

  private trafficOf(client: Account): Traffic {
    const { timers, packets, clock } = this;
    return new Traffic({
      own: new TokenBucket(this.limits.connectionTraffic, clock),
      client,
      pauses: new TokenBucket(this.limits.pauses, clock),
      packets,
      timers,
    });
  }
}

const newClient = (key: string): Client => ({
  key,
  connections: 0,
  unauthenticated: new Set(),
});

function evictOldest([oldest]: ReadonlySet<NetworkConnection>): void {
  oldest?.destroy();
}
