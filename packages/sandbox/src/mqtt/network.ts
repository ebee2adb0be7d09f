import type { Duplex } from 'node:stream';
import type { Clock } from '../core/clock.ts';
import { costs, type MqttLimits } from './limits.ts';
import type { Timer, Timers } from './timers.ts';
import { TokenBucket, TokenBuckets } from './token-bucket.ts';
import { Traffic, Turns } from './traffic.ts';

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
    rate.spend(costs.connection);
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
