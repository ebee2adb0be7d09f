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

export interface RedisOptions {
  /** `redis://` or, with TLS, `rediss://`. */
  readonly url: string;
  readonly clock: Clock;
  /** Told in a sentence when Redis goes away, and when it is back. */
  readonly report: (message: string) => void;
}

async function hangUp(client: RedisClient): Promise<void> {
  if (client.isReady) await client.close();
  else if (client.isOpen) client.destroy();
}

/** State that servers share through Redis. Nothing is kept there that must not get lost. */
export class RedisSharedState implements SharedState {
  private readonly listeners = new Set<(message: SharedMessage) => void>();
  private readonly server = randomUUID();
  private readonly commands: RedisClient;
  private readonly subscriber: RedisClient;

  private constructor(
    private readonly options: RedisOptions,
    private readonly connection: ConnectionReport,
  ) {
    this.commands = redisClient(options.url);
    this.subscriber = redisClient(options.url);
    for (const client of [this.commands, this.subscriber]) {
      client.on('error', () => connection.away());
      client.on('ready', () => {
        if (this.commands.isReady && this.subscriber.isReady) connection.back();
      });
    }
  }

  /**
   * Begins to connect. Without an answer soon, the server begins alone and is joined later.
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
    return this.commands.incr(counter).catch(() => 0);
  }

  rateLimit: SharedState['rateLimit'] = (name, rate) =>
    redisRateLimit(this.commands, name, rate, localRateLimit(rate, this.options.clock));

  async close(): Promise<void> {
    this.listeners.clear();
    await Promise.all([hangUp(this.commands), hangUp(this.subscriber)]);
  }

  /** Resolves when both are connected, or when the first attempt has failed. */
  private async connect(): Promise<void> {
    const failed = new Promise<void>((resolve) => {
      for (const client of [this.commands, this.subscriber]) client.once('error', () => resolve());
    });
    const subscribed = this.subscriber
      .connect()
      .then((client) => client.subscribe(channel, (text) => this.receive(text)));
    const connected = Promise.all([this.commands.connect(), subscribed]);
    // Only `close` makes these fail: clients connect again for ever.
    connected.catch(() => undefined);
    await Promise.race([connected, failed]);
  }

  private receive(text: string): void {
    const envelope = readMessage(text);
    if (!envelope || envelope.from === this.server) return;
    for (const listener of this.listeners) listener(envelope.message);
  }
}
