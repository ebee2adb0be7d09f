import { createClient } from '@redis/client';
import { randomUUID } from 'node:crypto';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../core/context.ts';
import type { Rate } from '../core/limits.ts';
import {
  localRateLimit,
  localSharedState,
  type RateLimit,
  type SharedMessage,
  type SharedState,
} from '../core/shared-state.ts';

/**
 * Tells once that something is away, and once that it is back, however often it is tried between.
 * @param report told in a sentence
 */
class ConnectionReport {
  private isAway = false;

  constructor(private readonly report: (message: string) => void) {}

  away(): void {
    if (this.isAway) return;
    this.isAway = true;
    this.report(
      'Redis is away: this server counts its rates alone, and reaches only the devices that are connected to it. It connects again by itself.',
    );
  }

  back(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.report('Redis is back.');
  }
}

/** A message on the channel, with the server that sent it. */
interface Envelope {
  readonly from: string;
  readonly message: SharedMessage;
}

const kinds = new Set<unknown>(['push', 'end', 'connected'] satisfies SharedMessage['kind'][]);

/**
 * Reads what another server has told. Nothing for what this version does not know: servers of two versions may run side by
 * side while they are replaced.
 */
export function readMessage(text: string): Envelope | undefined {
  try {
    const { from, message } = JSON.parse(text) as Partial<Envelope>;
    if (typeof from !== 'string' || !message || !kinds.has(message.kind)) return undefined;
    return { from, message };
  } catch {
    return undefined;
  }
}

/** How long a call waits for Redis at most before it continues without it, in milliseconds. */
const patience = 1000;
const longestPause = 2000;
const heartbeat = 10_000;

/** Creates a client that is not connected yet. It reconnects automatically, without a limit. */
function redisClient(url: string) {
  return createClient({
    url,
    // Requests made while Redis is unavailable fail at once instead of waiting for it.
    disableOfflineQueue: true,
    pingInterval: heartbeat,
    commandOptions: { timeout: patience },
    socket: {
      connectTimeout: patience,
      reconnectStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), longestPause),
    },
  });
}

type RedisClient = ReturnType<typeof redisClient>;

/**
 * A rate that servers count together: `burst` in a window that lets `perSecond` through in the long run. While Redis is
 * away, the server counts alone.
 */
function redisRateLimit(
  client: RedisClient,
  name: string,
  { burst, perSecond }: Rate,
  alone: RateLimit,
): RateLimit {
  const limiter = new RateLimiterRedis({
    storeClient: client,
    useRedisPackage: true,
    keyPrefix: `anedya-sandbox:rate:${name}`,
    points: burst,
    duration: Math.ceil(burst / perSecond),
    rejectIfRedisNotReady: true,
  });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return true;
      } catch (error) {
        // The library rejects with the count when it is used up, and with an error when Redis fails.
        return error instanceof RateLimiterRes ? false : alone.take(key);
      }
    },
    async hasCapacity(key) {
      try {
        const count = await limiter.get(key);
        return count === null || count.consumedPoints < burst;
      } catch {
        return alone.hasCapacity(key);
      }
    },
  };
}

const channel = 'anedya-sandbox:messages';
const counter = 'anedya-sandbox:connections';

/** One more than the last, and no lower than the clock: Redis may have lost the last one, which devices still have. */
const countOn = `
local number = math.max(redis.call('INCR', KEYS[1]), tonumber(ARGV[1]))
redis.call('SET', KEYS[1], string.format('%.0f', number))
return number`;

interface RedisOptions {
  /** `redis://` or, with TLS, `rediss://`. */
  readonly url: string;
  readonly clock: Clock;
  /** Called with one sentence when Redis becomes unavailable, and when it is back. */
  readonly report: (message: string) => void;
}

async function disconnectClient(client: RedisClient): Promise<void> {
  if (client.isReady) await client.close();
  else if (client.isOpen) client.destroy();
}

/** State that servers share through Redis. Losing it loses no data. */
export class RedisSharedState implements SharedState {
  private readonly listeners = new Set<(message: SharedMessage) => void>();
  private readonly server = randomUUID();
  private readonly commands: RedisClient;
  private readonly subscriber: RedisClient;
  /** Whether the channel was subscribed to once: from then on, the client subscribes before it reports that it is ready. */
  private hasSubscribed = false;
  private setAttempted: () => void = () => undefined;

  private constructor(
    private readonly options: RedisOptions,
    private readonly connection: ConnectionReport,
  ) {
    this.commands = redisClient(options.url);
    this.subscriber = redisClient(options.url);
    for (const client of [this.commands, this.subscriber]) {
      client.on('error', () => connection.away());
      // A single slow response does not close the connection: the next ping shows that Redis is available.
      for (const event of ['ready', 'ping-interval']) client.on(event, () => void this.join());
    }
  }

  /**
   * Starts to connect. Without a response soon, the server starts alone and joins later.
   * @throws TypeError for a URL that is none of Redis
   */
  static async open(options: RedisOptions): Promise<RedisSharedState> {
    const state = new RedisSharedState(options, new ConnectionReport(options.report));
    await state.connect();
    return state;
  }

  tell(message: SharedMessage): void {
    const envelope: Envelope = { from: this.server, message };
    this.commands.publish(channel, JSON.stringify(envelope)).catch(() => this.connection.away());
  }

  listen(listener: (message: SharedMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async nextNumber(): Promise<number> {
    const now = String(this.options.clock.now());
    const counted = this.commands.eval(countOn, { keys: [counter], arguments: [now] });
    return counted.then(Number).catch(() => 0);
  }

  rateLimit: SharedState['rateLimit'] = (name, rate) =>
    redisRateLimit(this.commands, name, rate, localRateLimit(rate, this.options.clock));

  async close(): Promise<void> {
    this.listeners.clear();
    await Promise.all([disconnectClient(this.commands), disconnectClient(this.subscriber)]);
  }

  /** Resolves when both are connected and this server hears the others, or when the first attempt has failed. */
  private async connect(): Promise<void> {
    const failed = new Promise<void>((resolve) => {
      for (const client of [this.commands, this.subscriber]) client.once('error', () => resolve());
    });
    const attempted = new Promise<void>((resolve) => (this.setAttempted = resolve));
    const clients = [this.commands, this.subscriber].map((client) => client.connect());
    const connected = Promise.all([...clients, attempted]);
    // Only `close` makes these fail: clients reconnect forever.
    connected.catch(() => undefined);
    await Promise.race([connected, failed]);
  }

  /** Resumes when both are connected. A connection can end before it has subscribed: then the next one subscribes. */
  private async join(): Promise<void> {
    if (!this.subscriber.isReady) return;
    try {
      if (!this.hasSubscribed) await this.subscriber.subscribe(channel, this.receive);
      this.hasSubscribed = true;
      if (this.commands.isReady) this.connection.back();
    } catch {
      this.connection.away();
    }
    this.setAttempted();
  }

  private readonly receive = (text: string): void => {
    const envelope = readMessage(text);
    if (!envelope || envelope.from === this.server) return;
    for (const listener of this.listeners) listener(envelope.message);
  };
}

export interface SharedStateOptions {
  /** Redis server that connects the servers on one store; without it, there is only one server. */
  readonly redisUrl?: string | undefined;
  readonly clock: Clock;
  /** Called with one sentence when Redis becomes unavailable, and when it is back. It contains no secret. */
  readonly report: (message: string) => void;
}

/**
 * Opens what servers on one store share. It is passed to `createSandbox` and to `MqttBroker.start`, and closed after both.
 * @throws TypeError for a URL that is none of Redis
 */
export async function openSharedState(options: SharedStateOptions): Promise<SharedState> {
  const { redisUrl: url, clock, report } = options;
  return url === undefined
    ? localSharedState(clock)
    : RedisSharedState.open({ url, clock, report });
}
