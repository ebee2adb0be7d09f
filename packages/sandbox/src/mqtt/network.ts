import type { Duplex } from 'node:stream';
import type { Clock } from '../core/context.ts';
import { mqttCosts, type MqttLimits } from '../core/limits.ts';
import { TokenBucket, TokenBuckets } from '../core/token-bucket.ts';
import { MqttError, reasons } from './reason.ts';
import type { Timer, Timers } from './timers.ts';

/**
 * Divides the event loop: in one turn of it, packets of all connections take so much time; the rest waits for later turns,
 * in order. Whatever floods the broker, other work of the process gets its turns in between.
 */
class Turns {
  private left: number;
  private isScheduled = false;
  private readonly queue: { readonly cost: number; readonly start: () => void }[] = [];

  /** @param perTurn estimated microseconds */
  constructor(private readonly perTurn: number) {
    this.left = perTurn;
  }

  /** @returns when there is time for work of this cost; undefined when there is now */
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
    setImmediate(() => {
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

/** Shortest pause of a connection, in milliseconds: many short ones would cost more than they save. */
const shortestPause = 100;

interface TrafficOptions {
  /** Estimated microseconds that the connection may cost. */
  readonly own: TokenBucket;
  /** Those that all connections of its client may cost. */
  readonly client: TokenBucket;
  /** Pauses that the connection may cause itself before it is disconnected. */
  readonly pauses: TokenBucket;
  readonly turns: Turns;
  readonly timers: Timers;
}

/** What one connection costs, in estimated microseconds of the event loop. Above its rate, it is not read for a while. */
export class Traffic {
  private isClosed = false;
  private timer: Timer | undefined;
  private resume: () => void = () => undefined;

  constructor(private readonly options: TrafficOptions) {}

  /**
   * Counts a cost that has arisen.
   * @returns milliseconds until the connection is within its own rate
   */
  charge(cost: number): number {
    const { own, client } = this.options;
    own.spend(cost);
    client.spend(cost);
    return own.debt();
  }

  /**
   * Counts a cost before it arises.
   * @param more cost that counts in the turn, not in the rates
   * @returns when the connection is within its rates, and it is its turn; undefined when it is now
   * @throws MqttError when the connection stays above its rate
   */
  spend(cost: number, more = 0): Promise<void> | undefined {
    if (this.isClosed) return undefined;
    const { client, pauses, turns } = this.options;
    const ownDebt = this.charge(cost);
    const debt = Math.max(ownDebt, client.debt());
    if (debt === 0) return turns.take(cost + more);
    if (ownDebt > 0 && !pauses.take()) {
      const text = 'This client sends too much, and does not slow down. Send fewer packets.';
      throw new MqttError(reasons.messageRateTooHigh, text);
    }
    return this.pause(Math.max(debt, shortestPause)).then(() => turns.take(cost + more));
  }

  /** Ends a pause; nothing is counted afterwards. */
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

/** Milliseconds. A client that is further above its rate gets no further connection. */
const longestDebt = 2000;

/** The connections of one client address. */
interface Client {
  readonly key: string;
  connections: number;
  heldBytes: number;
  /** Oldest first. */
  readonly unauthenticated: Set<NetworkConnection>;
}

/** One network connection, on any transport, from its first byte to its end. */
export class NetworkConnection {
  private readonly heldBytes = { packet: 0, message: 0 };

  /** @param pool that counts it */
  constructor(
    private readonly pool: NetworkConnections,
    private readonly stream: Duplex,
    private readonly client: Client,
    readonly traffic: Traffic,
    private readonly timer: Timer,
  ) {}

  /** What limits count as its client. */
  get clientKey(): string {
    return this.client.key;
  }

  /** Ends the time limit for CONNECT. */
  stopTimer(): void {
    this.timer.clear();
  }

  /** It has shown valid credentials: others make way first when there are too many. */
  authenticate(): void {
    this.pool.authenticate(this, this.client);
  }

  /**
   * Counts the bytes that are here of an incomplete packet, or of an incomplete WebSocket message.
   * @returns false when that is more than the client, or all together, may leave incomplete
   */
  hold(what: 'packet' | 'message', bytes: number): boolean {
    const more = bytes - this.heldBytes[what];
    this.heldBytes[what] = bytes;
    return this.pool.hold(this.client, more);
  }

  /** Stops counting it. */
  remove(): void {
    this.timer.clear();
    this.traffic.close();
    this.hold('packet', 0);
    this.hold('message', 0);
    this.pool.remove(this, this.client);
  }

  destroy(): void {
    this.remove();
    this.stream.destroy();
  }
}

/** The network connections of a broker: how many there are, what they cost, and which one makes way for a new one. */
export class NetworkConnections {
  private readonly connections = new Set<NetworkConnection>();
  /** Oldest first. */
  private readonly unauthenticated = new Set<NetworkConnection>();
  private readonly clients = new Map<string, Client>();
  private readonly rates: TokenBuckets;
  private readonly turns: Turns;
  private heldBytes = 0;

  constructor(
    private readonly limits: MqttLimits,
    private readonly clock: Clock,
    private readonly timers: Timers,
  ) {
    this.rates = new TokenBuckets(limits.clientTraffic, clock);
    this.turns = new Turns(limits.turn);
  }

  /** Connections that are open. */
  get open(): number {
    return this.connections.size;
  }

  /**
   * Counts a connection until its stream is closed, and limits the time until its CONNECT. Where there are too many, of its
   * client or in total, the oldest one without valid credentials makes way.
   * @returns undefined, and destroys the stream, when none can
   */
  admit(stream: Duplex, clientKey: string): NetworkConnection | undefined {
    // A reset must not end the process, whichever code reads the stream at that time.
    stream.on('error', () => undefined);
    const rate = this.rates.of(clientKey);
    const client = this.clients.get(clientKey) ?? newClient(clientKey);
    const { connectionsPerClient, connections, connectTimeout } = this.limits;
    const isAdmitted =
      rate.debt() <= longestDebt &&
      (client.connections < connectionsPerClient || evictOldest(client.unauthenticated)) &&
      (this.open < 2 * connections || evictOldest(this.unauthenticated));
    if (!isAdmitted) {
      stream.destroy();
      return undefined;
    }
    rate.spend(mqttCosts.connection);
    const timer = this.timers.set(() => stream.destroy(), connectTimeout);
    const connection = new NetworkConnection(this, stream, client, this.trafficOf(rate), timer);
    this.clients.set(clientKey, client);
    client.connections += 1;
    for (const group of [this.connections, this.unauthenticated, client.unauthenticated]) {
      group.add(connection);
    }
    stream.once('close', () => {
      connection.remove();
    });
    return connection;
  }

  authenticate(connection: NetworkConnection, client: Client): void {
    this.unauthenticated.delete(connection);
    client.unauthenticated.delete(connection);
  }

  hold(client: Client, more: number): boolean {
    client.heldBytes += more;
    this.heldBytes += more;
    const { incompleteBytes, incompleteBytesPerClient } = this.limits;
    return this.heldBytes <= incompleteBytes && client.heldBytes <= incompleteBytesPerClient;
  }

  remove(connection: NetworkConnection, client: Client): void {
    if (!this.connections.delete(connection)) return;
    this.authenticate(connection, client);
    client.connections -= 1;
    if (client.connections === 0) this.clients.delete(client.key);
  }

  private trafficOf(client: TokenBucket): Traffic {
    const { timers, turns, clock } = this;
    return new Traffic({
      own: new TokenBucket(this.limits.connectionTraffic, clock),
      client,
      pauses: new TokenBucket(this.limits.pauses, clock),
      turns,
      timers,
    });
  }
}

const newClient = (key: string): Client => ({
  key,
  connections: 0,
  heldBytes: 0,
  unauthenticated: new Set(),
});

/** @returns whether there was one */
function evictOldest(connections: ReadonlySet<NetworkConnection>): boolean {
  const [oldest] = connections;
  oldest?.destroy();
  return oldest !== undefined;
}
