import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { ConnectionReport } from './connection-report.ts';
import { localRateLimit } from './local.ts';
import { readMessage, type Envelope } from './read-message.ts';
import { redisClient, type RedisClient } from './redis-connection.ts';
import { redisRateLimit } from './redis-rate-limit.ts';
import type { SharedMessage, SharedState } from './shared-state.ts';

const channel = 'anedya-sandbox:messages';
const counter = 'anedya-sandbox:connections';

/** One more than the last, and no lower than the clock: Redis may have lost the last one, which devices still hold. */
const countOn = `
local number = math.max(redis.call('INCR', KEYS[1]), tonumber(ARGV[1]))
redis.call('SET', KEYS[1], string.format('%.0f', number))
return number`;

export interface RedisOptions {
  /** `redis://` or, with TLS, `rediss://`. */
  readonly url: string;
  readonly clock: Clock;
  /** Told in a sentence when Redis goes away, and when it is back. */
  readonly report: (message: string) => void;
}

async function disconnectClient(client: RedisClient): Promise<void> {
  if (client.isReady) await client.close();
  else if (client.isOpen) client.destroy();
}

/** State that servers share through Redis. Nothing is kept there that must not get lost. */
export class RedisSharedState implements SharedState {
  private readonly listeners = new Set<(message: SharedMessage) => void>();
  private readonly server = randomUUID();
  private readonly commands: RedisClient;
  private readonly subscriber: RedisClient;
  /** Whether the channel was subscribed to once: from then on, the client does that before it says that it is ready. */
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
      // One response that takes too long ends no connection: the next ping shows that Redis is available.
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
    // Only `close` makes these fail: clients connect again for ever.
    connected.catch(() => undefined);
    await Promise.race([connected, failed]);
  }

  /** Takes part again when both are connected. A connection can end before it has subscribed: the next one does. */
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
