import { createClient } from '@redis/client';
import { randomUUID } from 'node:crypto';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../core/context.ts';
import type { Rate } from '../core/limits.ts';
import {
  localRateLimit,
  type RateLimit,
  type SharedMessage,
  type SharedState,
} from '../core/shared-state.ts';

/**
 * Reports when Redis becomes unavailable and when it is available again, once for each change.
 * @param report receives one sentence
 */
class ConnectionReport {
  private isUnavailable = false;

  constructor(private readonly report: (message: string) => void) {}

  reportUnavailable(): void {
    if (this.isUnavailable) return;
    this.isUnavailable = true;
    this.report(
      'Redis is unavailable: this server counts rate limits alone and reaches only the devices connected to it. It reconnects automatically.',
    );
  }

  reportAvailable(): void {
    if (!this.isUnavailable) return;
    this.isUnavailable = false;
    this.report('Redis is available again.');
  }
}

/** A message on the channel, with the server that sent it. */
interface Envelope {
  readonly from: string;
  readonly message: SharedMessage;
}

const kinds = new Set<unknown>([
  'push',
  'publish',
  'end',
  'connected',
] satisfies SharedMessage['kind'][]);

/**
 * Parses a message of another server. Returns undefined for a message that this version does not support: during an update,
 * servers of two versions may run side by side.
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

/** How long a request waits for Redis before it continues without it, in milliseconds. */
const patience = 1000;
const longestPause = 2000;
const heartbeat = 10_000;

/** Creates a client that is not connected yet. It reconnects automatically, without a limit. */
function redisClient(url: string) {
  return createClient({
    url,
    // Requests fail at once while Redis is unavailable.
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
 * Creates a rate limit that servers share: `burst` requests in a window whose length follows from `perSecond`. While Redis is
 * unavailable, the server counts alone.
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
        // The library rejects with the count above the limit, and with an error if Redis fails.
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

/**
 * Increments the counter, and raises it at least to the current time: Redis may have lost the last number, which devices still
 * have.
 */
const countOn = `
local number = math.max(redis.call('INCR', KEYS[1]), tonumber(ARGV[1]))
redis.call('SET', KEYS[1], string.format('%.0f', number))
return number`;

interface RedisOptions {
  /** `redis://`, or `rediss://` with TLS. */
  readonly url: string;
  readonly clock: Clock;
  /** Called with one sentence when Redis becomes unavailable or available again. It contains no secrets. */
  readonly report: (message: string) => void;
}

async function disconnectClient(client: RedisClient): Promise<void> {
  if (client.isReady) await client.close();
  else if (client.isOpen) client.destroy();
}

/**
 * State that servers on one store share through Redis. No data is lost if this state is. Pass it to `openSandbox` and
 * `MqttBroker`, and close it after both.
 */
export class RedisSharedState implements SharedState {
  private readonly listeners = new Set<(message: SharedMessage) => void>();
  private readonly server = randomUUID();
  private readonly commands: RedisClient;
  private readonly subscriber: RedisClient;
  /** Whether the channel was subscribed to before: from then on, the client resubscribes before it emits `ready`. */
  private hasSubscribed = false;
  private setAttempted: () => void = () => undefined;

  private constructor(
    private readonly options: RedisOptions,
    private readonly connection: ConnectionReport,
  ) {
    this.commands = redisClient(options.url);
    this.subscriber = redisClient(options.url);
    for (const client of [this.commands, this.subscriber]) {
      client.on('error', () => connection.reportUnavailable());
      // A single slow response does not close the connection: the next ping shows that Redis is available.
      for (const event of ['ready', 'ping-interval']) client.on(event, () => void this.join());
    }
  }

  /**
   * Connects to Redis. If Redis does not respond soon, the server starts alone and joins later.
   * @throws TypeError for an invalid URL
   */
  static async open(options: RedisOptions): Promise<RedisSharedState> {
    const state = new RedisSharedState(options, new ConnectionReport(options.report));
    await state.connect();
    return state;
  }

  tell(message: SharedMessage): void {
    const envelope: Envelope = { from: this.server, message };
    this.commands
      .publish(channel, JSON.stringify(envelope))
      .catch(() => this.connection.reportUnavailable());
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

  /** Resolves once both clients are connected and subscribed, or after the first attempt failed. */
  private async connect(): Promise<void> {
    const failed = new Promise<void>((resolve) => {
      for (const client of [this.commands, this.subscriber]) client.once('error', () => resolve());
    });
    const attempted = new Promise<void>((resolve) => (this.setAttempted = resolve));
    const clients = [this.commands, this.subscriber].map((client) => client.connect());
    const connected = Promise.all([...clients, attempted]);
    // Rejects only after `close`: otherwise, clients reconnect forever.
    connected.catch(() => undefined);
    await Promise.race([connected, failed]);
  }

  /**
   * Reports that Redis is available once both clients are connected. A connection can end before it has subscribed: then the
   * next one subscribes.
   */
  private async join(): Promise<void> {
    if (!this.subscriber.isReady) return;
    try {
      if (!this.hasSubscribed) await this.subscriber.subscribe(channel, this.receive);
      this.hasSubscribed = true;
      if (this.commands.isReady) this.connection.reportAvailable();
    } catch {
      this.connection.reportUnavailable();
    }
    this.setAttempted();
  }

  private readonly receive = (text: string): void => {
    const envelope = readMessage(text);
    if (!envelope || envelope.from === this.server) return;
    for (const listener of this.listeners) listener(envelope.message);
  };
}
